// RUN: matrix-run %s --random=3 --check

// Convolution in NCHW layout.
func.func @main(%a0: tensor<1x7x12x13xf32>, %a1: tensor<20x7x3x3xf32>) -> tensor<1x20x10x11xf32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x20x10x11xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x20x10x11xf32>) -> tensor<1x20x10x11xf32>
  %r = linalg.conv_2d_nchw_fchw  ins(%a0, %a1 : tensor<1x7x12x13xf32>, tensor<20x7x3x3xf32>) outs(%f : tensor<1x20x10x11xf32>) -> tensor<1x20x10x11xf32>
  return %r : tensor<1x20x10x11xf32>
}
