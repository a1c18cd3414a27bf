// RUN: matrix-run %s --random=3 --check

// Sums over dilated windows, of an image whose channels are contiguous and of
// one whose columns are, with initial values.
func.func @main(%a0: tensor<1x14x27x40xbf16>, %a1: tensor<1x12x20x33xf32>, %a2: tensor<1x12x16x29xf32>) -> (tensor<1x5x12x40xf32>, tensor<1x12x16x29xf32>) {
  %zero = arith.constant 0.0 : f32
  %narrow = tensor.empty() : tensor<3x2xbf16>
  %wide = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x5x12x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x12x40xf32>) -> tensor<1x5x12x40xf32>
  %r0 = linalg.pooling_nhwc_sum {strides = dense<[2, 2]> : vector<2xi64>, dilations = dense<[2, 3]> : vector<2xi64>}
    ins(%a0, %narrow : tensor<1x14x27x40xbf16>, tensor<3x2xbf16>) outs(%f : tensor<1x5x12x40xf32>) -> tensor<1x5x12x40xf32>
  %r1 = linalg.pooling_nchw_sum {strides = dense<1> : vector<2xi64>, dilations = dense<2> : vector<2xi64>}
    ins(%a1, %wide : tensor<1x12x20x33xf32>, tensor<3x3xf32>) outs(%a2 : tensor<1x12x16x29xf32>) -> tensor<1x12x16x29xf32>
  return %r0, %r1 : tensor<1x5x12x40xf32>, tensor<1x12x16x29xf32>
}
