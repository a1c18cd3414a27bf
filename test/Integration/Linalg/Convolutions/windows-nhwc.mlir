// RUN: matrix-run %s --random=3 --check

// Images with their halo in the scratchpad, channels innermost: odd extents and padding
// that differs on the four sides, then steps and dilation with several images.
func.func @main(%xa: tensor<1x9x19x33xbf16>, %wa: tensor<3x3x33x20xbf16>, %xb: tensor<2x13x15x20xf32>, %wb: tensor<17x3x2x20xf32>) -> (tensor<1x10x20x20xf32>, tensor<2x5x7x17xf32>) {
  %pza = arith.constant 0.0 : bf16
  %pa = tensor.pad %xa low[0, 1, 2, 0] high[0, 2, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %pza : bf16
  } : tensor<1x9x19x33xbf16> to tensor<1x12x22x33xbf16>
  %za = arith.constant 0.0 : f32
  %ea = tensor.empty() : tensor<1x10x20x20xf32>
  %fa = linalg.fill ins(%za : f32) outs(%ea : tensor<1x10x20x20xf32>) -> tensor<1x10x20x20xf32>
  %ra = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%pa, %wa : tensor<1x12x22x33xbf16>, tensor<3x3x33x20xbf16>) outs(%fa : tensor<1x10x20x20xf32>) -> tensor<1x10x20x20xf32>
  %zb = arith.constant 0.0 : f32
  %eb = tensor.empty() : tensor<2x5x7x17xf32>
  %fb = linalg.fill ins(%zb : f32) outs(%eb : tensor<2x5x7x17xf32>) -> tensor<2x5x7x17xf32>
  %rb = linalg.conv_2d_nhwc_fhwc {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>}
      ins(%xb, %wb : tensor<2x13x15x20xf32>, tensor<17x3x2x20xf32>) outs(%fb : tensor<2x5x7x17xf32>) -> tensor<2x5x7x17xf32>
  return %ra, %rb : tensor<1x10x20x20xf32>, tensor<2x5x7x17xf32>
}
