// RUN: matrix-run %s --random=3 --check

// A rotary embedding of two heads, whose rows are as many as the halves, slices
// in descending order, and rows that are read backwards.
#id = affine_map<(h, s, j) -> (h, s, j)>
#row = affine_map<(h, s, j) -> (s, j)>
func.func @main(%x: tensor<2x3x32xbf16>, %cos: tensor<3x32xbf16>, %sin: tensor<3x32xbf16>, %w: tensor<5x48xf32>)
    -> (tensor<2x3x32xbf16>, tensor<5x48xf32>, tensor<5x48xf32>) {
  %low = tensor.extract_slice %x[0, 0, 0] [2, 3, 16] [1, 1, 1] : tensor<2x3x32xbf16> to tensor<2x3x16xbf16>
  %high = tensor.extract_slice %x[0, 0, 16] [2, 3, 16] [1, 1, 1] : tensor<2x3x32xbf16> to tensor<2x3x16xbf16>
  %half = tensor.empty() : tensor<2x3x16xbf16>
  %negated = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%high : tensor<2x3x16xbf16>) outs(%half : tensor<2x3x16xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %n = arith.negf %in : bf16
    linalg.yield %n : bf16
  } -> tensor<2x3x16xbf16>
  %rotated = tensor.concat dim(2) %negated, %low : (tensor<2x3x16xbf16>, tensor<2x3x16xbf16>) -> tensor<2x3x32xbf16>
  %whole = tensor.empty() : tensor<2x3x32xbf16>
  %embedded = linalg.generic {indexing_maps = [#id, #row, #id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %cos, %rotated, %sin : tensor<2x3x32xbf16>, tensor<3x32xbf16>, tensor<2x3x32xbf16>, tensor<3x32xbf16>) outs(%whole : tensor<2x3x32xbf16>) {
  ^bb0(%a: bf16, %c: bf16, %r: bf16, %s: bf16, %out: bf16):
    %p = arith.mulf %a, %c : bf16
    %q = arith.mulf %r, %s : bf16
    %t = arith.addf %p, %q : bf16
    linalg.yield %t : bf16
  } -> tensor<2x3x32xbf16>
  %w0 = tensor.extract_slice %w[0, 32] [5, 16] [1, 1] : tensor<5x48xf32> to tensor<5x16xf32>
  %w1 = tensor.extract_slice %w[0, 16] [5, 16] [1, 1] : tensor<5x48xf32> to tensor<5x16xf32>
  %w2 = tensor.extract_slice %w[0, 0] [5, 16] [1, 1] : tensor<5x48xf32> to tensor<5x16xf32>
  %joined = tensor.concat dim(1) %w0, %w1, %w2 : (tensor<5x16xf32>, tensor<5x16xf32>, tensor<5x16xf32>) -> tensor<5x48xf32>
  %rows = tensor.empty() : tensor<5x48xf32>
  %absolute = linalg.abs ins(%joined : tensor<5x48xf32>) outs(%rows : tensor<5x48xf32>) -> tensor<5x48xf32>
  %backwards = linalg.generic {indexing_maps = [affine_map<(i, j) -> (4 - i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<5x48xf32>) outs(%rows : tensor<5x48xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<5x48xf32>
  return %embedded, %absolute, %backwards : tensor<2x3x32xbf16>, tensor<5x48xf32>, tensor<5x48xf32>
}
