// RUN: matrix-run %s --random=5 --check

// The mask is common to all heads, so that the rows are two dimensions.
#full = affine_map<(h, q, k) -> (h, q, k)>
#mask = affine_map<(h, q, k) -> (q, k)>
func.func @main(%s: tensor<3x20x50xf32>, %m: tensor<20x50xf32>) -> tensor<3x20x50xf32> {
  %e = tensor.empty() : tensor<3x20x50xf32>
  %x = linalg.generic {indexing_maps = [#full, #mask, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<3x20x50xf32>, tensor<20x50xf32>) outs(%e : tensor<3x20x50xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.addf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<3x20x50xf32>
  %r = linalg.softmax dimension(2) ins(%x : tensor<3x20x50xf32>) outs(%e : tensor<3x20x50xf32>) -> tensor<3x20x50xf32>
  return %r : tensor<3x20x50xf32>
}
