// RUN: matrix-run %s --random --check

// A permutation that reads dimensions backwards takes fewer cycles in the
// scratchpad than on tiles, which would have columns of three elements.
func.func @main(%x: tensor<2x3x20x40xf32>) -> tensor<2x40x20x3xf32> {
  %empty = tensor.empty() : tensor<2x40x20x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, l, 19 - k, 39 - j)>, affine_map<(i, j, k, l) -> (i, j, k, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : tensor<2x3x20x40xf32>) outs(%empty : tensor<2x40x20x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<2x40x20x3xf32>
  return %r : tensor<2x40x20x3xf32>
}
