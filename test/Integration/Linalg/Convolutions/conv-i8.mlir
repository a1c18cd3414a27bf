// RUN: matrix-run %s --random=3 --check

// Convolution with channels innermost: stride 1, then stride 2; the second result
// has a bias per channel.
func.func @main(%i: tensor<2x11x12x20xi8>, %k: tensor<3x3x20x24xi8>, %b: tensor<24xi32>) -> (tensor<2x9x10x24xi32>, tensor<2x5x5x24xi32>) {
  %c = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x9x10x24xi32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<2x9x10x24xi32>) -> tensor<2x9x10x24xi32>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<2x11x12x20xi8>, tensor<3x3x20x24xi8>) outs(%f : tensor<2x9x10x24xi32>) -> tensor<2x9x10x24xi32>
  %e2 = tensor.empty() : tensor<2x5x5x24xi32>
  %f2 = linalg.broadcast ins(%b : tensor<24xi32>) outs(%e2 : tensor<2x5x5x24xi32>) dimensions = [0, 1, 2]
  %r2 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%i, %k : tensor<2x11x12x20xi8>, tensor<3x3x20x24xi8>) outs(%f2 : tensor<2x5x5x24xi32>) -> tensor<2x5x5x24xi32>
  return %r, %r2 : tensor<2x9x10x24xi32>, tensor<2x5x5x24xi32>
}
