// RUN: matrix-run %s --random=5 --check

// A contraction multiplies what a chain computes. The quotients beyond the last column are
// infinite, and their products with zeros NaN.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#lhs = affine_map<(i, n, j) -> (i, j)>
#rhs = affine_map<(i, n, j) -> (n, j)>
#out = affine_map<(i, n, j) -> (i, n)>
func.func @main(%x: tensor<70x45xf32>, %w: tensor<33x45xf32>) -> (tensor<70x33xf32>, tensor<70xf32>) {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<70xf32>
  %e = tensor.empty() : tensor<70x45xf32>
  %init = linalg.fill ins(%zero : f32) outs(%er : tensor<70xf32>) -> tensor<70xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<70x45xf32>) outs(%init : tensor<70xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %sq = arith.mulf %a, %a : f32
    %r = arith.addf %acc, %sq : f32
    linalg.yield %r : f32
  } -> tensor<70xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<70x45xf32>, tensor<70xf32>) outs(%e : tensor<70x45xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %b, %a : f32
    linalg.yield %r : f32
  } -> tensor<70x45xf32>
  %eo = tensor.empty() : tensor<70x33xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%eo : tensor<70x33xf32>) -> tensor<70x33xf32>
  %p = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%d, %w : tensor<70x45xf32>, tensor<33x45xf32>) outs(%zeros : tensor<70x33xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %m : f32
    linalg.yield %r : f32
  } -> tensor<70x33xf32>
  return %p, %s : tensor<70x33xf32>, tensor<70xf32>
}
