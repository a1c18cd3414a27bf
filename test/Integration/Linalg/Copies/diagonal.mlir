// RUN: matrix-run %s --random=3 --check

// One loop dimension indexes both dimensions of a tensor.
func.func @main(%a0: tensor<33x33xf32>) -> tensor<33xf32> {
  %e = tensor.empty() : tensor<33xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i,i)>, affine_map<(i)->(i)>], iterator_types = ["parallel"]} ins(%a0 : tensor<33x33xf32>) outs(%e : tensor<33xf32>) {
  ^bb0(%x0: f32, %o: f32):
    linalg.yield %x0 : f32
  } -> tensor<33xf32>
  return %r : tensor<33xf32>
}
