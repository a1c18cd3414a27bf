// RUN: matrix-run %s --random=3 --check

// Unsigned bytes.
func.func @main(%a0: tensor<33x45xi8>) -> tensor<33x45xf32> {
  %e = tensor.empty() : tensor<33x45xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<33x45xi8>) outs(%e : tensor<33x45xf32>) {
  ^bb0(%x0: i8, %o: f32):
    %y = arith.uitofp %x0 : i8 to f32
    linalg.yield %y : f32
  } -> tensor<33x45xf32>
  return %r : tensor<33x45xf32>
}
