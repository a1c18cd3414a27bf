// RUN: matrix-run %s --random=3 --check

// Images with rows innermost: blocks of the filter, and of the image over which windows move in steps,
// are transposed in the scratchpad.
func.func @main(%xa: tensor<1x20x9x18xbf16>, %wa: tensor<33x20x3x3xbf16>, %xb: tensor<2x17x10x11xf32>, %wb: tensor<18x17x3x3xf32>, %xc: tensor<1x40x8x12xf32>, %wc: tensor<24x40x1x1xf32>) -> (tensor<1x33x9x18xf32>, tensor<2x18x5x6xf32>, tensor<1x24x4x4xf32>) {
  %pza = arith.constant 0.0 : bf16
  %pa = tensor.pad %xa low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %pza : bf16
  } : tensor<1x20x9x18xbf16> to tensor<1x20x11x20xbf16>
  %za = arith.constant 0.0 : f32
  %ea = tensor.empty() : tensor<1x33x9x18xf32>
  %fa = linalg.fill ins(%za : f32) outs(%ea : tensor<1x33x9x18xf32>) -> tensor<1x33x9x18xf32>
  %ra = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%pa, %wa : tensor<1x20x11x20xbf16>, tensor<33x20x3x3xbf16>) outs(%fa : tensor<1x33x9x18xf32>) -> tensor<1x33x9x18xf32>
  %pzb = arith.constant 0.0 : f32
  %pb = tensor.pad %xb low[0, 0, 1, 1] high[0, 0, 0, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %pzb : f32
  } : tensor<2x17x10x11xf32> to tensor<2x17x11x13xf32>
  %zb = arith.constant 0.0 : f32
  %eb = tensor.empty() : tensor<2x18x5x6xf32>
  %fb = linalg.fill ins(%zb : f32) outs(%eb : tensor<2x18x5x6xf32>) -> tensor<2x18x5x6xf32>
  %rb = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>}
      ins(%pb, %wb : tensor<2x17x11x13xf32>, tensor<18x17x3x3xf32>) outs(%fb : tensor<2x18x5x6xf32>) -> tensor<2x18x5x6xf32>
  %zc = arith.constant 0.0 : f32
  %ec = tensor.empty() : tensor<1x24x4x4xf32>
  %fc = linalg.fill ins(%zc : f32) outs(%ec : tensor<1x24x4x4xf32>) -> tensor<1x24x4x4xf32>
  %rc = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>}
      ins(%xc, %wc : tensor<1x40x8x12xf32>, tensor<24x40x1x1xf32>) outs(%fc : tensor<1x24x4x4xf32>) -> tensor<1x24x4x4xf32>
  return %ra, %rb, %rc : tensor<1x33x9x18xf32>, tensor<2x18x5x6xf32>, tensor<1x24x4x4xf32>
}
