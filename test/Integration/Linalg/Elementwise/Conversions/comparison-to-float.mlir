// RUN: matrix-run %s --random=3 --check

// Conversion of i1 to float.
func.func @main(%a0: tensor<33x45xf32>, %a1: tensor<33x45xf32>) -> tensor<33x45xf32> {
  %e = tensor.empty() : tensor<33x45xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<33x45xf32>, tensor<33x45xf32>) outs(%e : tensor<33x45xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %c = arith.cmpf ult, %x0, %x1 : f32
    %y = arith.uitofp %c : i1 to f32
    linalg.yield %y : f32
  } -> tensor<33x45xf32>
  return %r : tensor<33x45xf32>
}
