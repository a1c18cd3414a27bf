// RUN: matrix-run %s --random=3 --check

// The transposed difference of a product and of sums over columns can be computed with the product, which comes first, and
// not with the sums.

#product_x = affine_map<(i, j, k) -> (k, i)>
#product_w = affine_map<(i, j, k) -> (k, j)>
#result = affine_map<(i, j, k) -> (i, j)>
#own = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>

func.func @main(%x: tensor<32x32xf32>, %w: tensor<32x32xf32>, %v: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<32x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x32xf32>) -> tensor<32x32xf32>
  %product = linalg.generic {
      indexing_maps = [#product_x, #product_w, #result],
      iterator_types = ["parallel", "parallel", "reduction"]
    } ins(%x, %w : tensor<32x32xf32>, tensor<32x32xf32>) outs(%init : tensor<32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32x32xf32>
  %sums = linalg.generic {
      indexing_maps = [#product_w, #result],
      iterator_types = ["parallel", "parallel", "reduction"]
    } ins(%v : tensor<32x32xf32>) outs(%init : tensor<32x32xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.mulf %a, %half : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32x32xf32>
  %difference = linalg.generic {
      indexing_maps = [#transposed, #transposed, #own],
      iterator_types = ["parallel", "parallel"]
    } ins(%product, %sums : tensor<32x32xf32>, tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<32x32xf32>
  return %difference : tensor<32x32xf32>
}
