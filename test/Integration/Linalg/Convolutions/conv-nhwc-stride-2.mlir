// RUN: matrix-run %s --random=3 --check

// Strided convolution as a sequence of contractions, one per window position.
func.func @main(%a0: tensor<2x12x13x7xf32>, %a1: tensor<3x3x7x20xf32>) -> tensor<2x5x6x20xf32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x5x6x20xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x5x6x20xf32>) -> tensor<2x5x6x20xf32>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x12x13x7xf32>, tensor<3x3x7x20xf32>) outs(%f : tensor<2x5x6x20xf32>) -> tensor<2x5x6x20xf32>
  return %r : tensor<2x5x6x20xf32>
}
