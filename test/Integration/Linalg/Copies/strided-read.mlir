// RUN: matrix-run %s --random=3 --check

// An index map with a factor and an offset.
func.func @main(%a0: tensor<40xf32>) -> tensor<20xf32> {
  %e = tensor.empty() : tensor<20xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(2*i+1)>, affine_map<(i)->(i)>], iterator_types = ["parallel"]} ins(%a0 : tensor<40xf32>) outs(%e : tensor<20xf32>) {
  ^bb0(%x0: f32, %o: f32):
    linalg.yield %x0 : f32
  } -> tensor<20xf32>
  return %r : tensor<20xf32>
}
