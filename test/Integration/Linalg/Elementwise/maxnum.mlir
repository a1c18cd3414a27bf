// RUN: matrix-run %s --random=3 --check

// maxnum returns the number if the other operand is NaN.
func.func @main(%a0: tensor<9x10xf32>, %a1: tensor<9x10xf32>) -> tensor<9x10xf32> {
  %e = tensor.empty() : tensor<9x10xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<9x10xf32>, tensor<9x10xf32>) outs(%e : tensor<9x10xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %y = arith.maxnumf %x0, %x1 : f32
    linalg.yield %y : f32
  } -> tensor<9x10xf32>
  return %r : tensor<9x10xf32>
}
