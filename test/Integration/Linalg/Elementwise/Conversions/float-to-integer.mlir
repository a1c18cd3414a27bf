// RUN: matrix-run %s --random=3 --check

// Float-to-integer conversion rounds toward zero.
func.func @main(%a0: tensor<33x45xf32>) -> tensor<33x45xi32> {
  %e = tensor.empty() : tensor<33x45xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<33x45xf32>) outs(%e : tensor<33x45xi32>) {
  ^bb0(%x0: f32, %o: i32):
    %k = arith.constant 10.7 : f32
    %m = arith.mulf %x0, %k : f32
    %y = arith.fptosi %m : f32 to i32
    linalg.yield %y : i32
  } -> tensor<33x45xi32>
  return %r : tensor<33x45xi32>
}
