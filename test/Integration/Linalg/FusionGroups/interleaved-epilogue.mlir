// RUN: matrix-run %s --random=3 --check

// A product whose phases are interleaved before a bias is added, as in transposed convolutions: the bias is added in front
// of the movement. A tensor that is expanded before, as in pixel shuffles: here with a factor for each channel of the
// product.
#channel = affine_map<(c, y, p, x, q) -> (c)>
#phases = affine_map<(c, y, p, x, q) -> (c, p, q)>
#source = affine_map<(c, y, p, x, q) -> (c, p, q, y, x)>
#all = affine_map<(c, y, p, x, q) -> (c, y, p, x, q)>
func.func @main(%w: tensor<32x16xf32>, %image: tensor<16x364xf32>, %bias: tensor<8xf32>, %factor: tensor<32xf32>)
    -> (tensor<8x26x56xf32>, tensor<8x13x2x28x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x364xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<32x364xf32>) -> tensor<32x364xf32>
  %m = linalg.matmul ins(%w, %image : tensor<32x16xf32>, tensor<16x364xf32>) outs(%init : tensor<32x364xf32>) -> tensor<32x364xf32>
  %x = tensor.expand_shape %m [[0, 1, 2], [3, 4]] output_shape [8, 2, 2, 13, 28] : tensor<32x364xf32> into tensor<8x2x2x13x28xf32>
  %f = tensor.expand_shape %factor [[0, 1, 2]] output_shape [8, 2, 2] : tensor<32xf32> into tensor<8x2x2xf32>
  %0 = tensor.empty() : tensor<8x13x2x28x2xf32>
  %r = linalg.generic {indexing_maps = [#source, #channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%x, %bias : tensor<8x2x2x13x28xf32>, tensor<8xf32>) outs(%0 : tensor<8x13x2x28x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x13x2x28x2xf32>
  %flat = tensor.collapse_shape %r [[0], [1, 2], [3, 4]] : tensor<8x13x2x28x2xf32> into tensor<8x26x56xf32>
  %second = linalg.generic {indexing_maps = [#source, #phases, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%x, %f : tensor<8x2x2x13x28xf32>, tensor<8x2x2xf32>) outs(%0 : tensor<8x13x2x28x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x13x2x28x2xf32>
  return %flat, %second : tensor<8x26x56xf32>, tensor<8x13x2x28x2xf32>
}
