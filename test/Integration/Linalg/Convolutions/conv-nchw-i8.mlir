// RUN: matrix-run %s --random=3 --check

// Channels outermost: stride 1, accumulation from a constant; then stride 3 with
// dilation 2.
func.func @main(%i: tensor<1x20x11x12xi8>, %k: tensor<24x20x3x3xi8>) -> (tensor<1x24x9x10xi32>, tensor<1x24x3x3xi32>) {
  %c = arith.constant 3 : i32
  %e = tensor.empty() : tensor<1x24x9x10xi32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<1x24x9x10xi32>) -> tensor<1x24x9x10xi32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x20x11x12xi8>, tensor<24x20x3x3xi8>) outs(%f : tensor<1x24x9x10xi32>) -> tensor<1x24x9x10xi32>
  %e2 = tensor.empty() : tensor<1x24x3x3xi32>
  %f2 = linalg.fill ins(%c : i32) outs(%e2 : tensor<1x24x3x3xi32>) -> tensor<1x24x3x3xi32>
  %r2 = linalg.conv_2d_nchw_fchw {strides = dense<3> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%i, %k : tensor<1x20x11x12xi8>, tensor<24x20x3x3xi8>) outs(%f2 : tensor<1x24x3x3xi32>) -> tensor<1x24x3x3xi32>
  return %r, %r2 : tensor<1x24x9x10xi32>, tensor<1x24x3x3xi32>
}
