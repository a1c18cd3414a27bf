// RUN: matrix-run %s --random=4 --check

// Few channels: the depth of tiles is the channels of all rows of a window. The rows beyond them
// are infinite in some tiles, and must not reach other results.
func.func @main(%xa: tensor<1x3x19x37xf32>, %wa: tensor<18x3x7x7xf32>, %xb: tensor<2x4x9x20xbf16>, %wb: tensor<17x4x3x3xbf16>, %xc: tensor<1x2x16x33xf32>, %wc: tensor<20x2x3x5xf32>) -> (tensor<1x18x7x16xf32>, tensor<2x17x9x20xf32>, tensor<1x20x12x17xf32>) {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c12 = arith.constant 12 : index
  %ia = tensor.insert %infinity into %xa[%c0, %c1, %c12, %c9] : tensor<1x3x19x37xf32>
  %ea = tensor.empty() : tensor<1x18x7x16xf32>
  %fa = linalg.fill ins(%zero : f32) outs(%ea : tensor<1x18x7x16xf32>) -> tensor<1x18x7x16xf32>
  %ra = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%ia, %wa : tensor<1x3x19x37xf32>, tensor<18x3x7x7xf32>) outs(%fa : tensor<1x18x7x16xf32>) -> tensor<1x18x7x16xf32>
  %pzb = arith.constant 0.0 : bf16
  %pb = tensor.pad %xb low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %pzb : bf16
  } : tensor<2x4x9x20xbf16> to tensor<2x4x11x22xbf16>
  %eb = tensor.empty() : tensor<2x17x9x20xf32>
  %fb = linalg.fill ins(%zero : f32) outs(%eb : tensor<2x17x9x20xf32>) -> tensor<2x17x9x20xf32>
  %rb = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%pb, %wb : tensor<2x4x11x22xbf16>, tensor<17x4x3x3xbf16>) outs(%fb : tensor<2x17x9x20xf32>) -> tensor<2x17x9x20xf32>
  %ic = tensor.insert %infinity into %xc[%c0, %c0, %c9, %c1] : tensor<1x2x16x33xf32>
  %ec = tensor.empty() : tensor<1x20x12x17xf32>
  %fc = linalg.fill ins(%zero : f32) outs(%ec : tensor<1x20x12x17xf32>) -> tensor<1x20x12x17xf32>
  %rc = linalg.conv_2d_nchw_fchw {dilations = dense<[2, 4]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%ic, %wc : tensor<1x2x16x33xf32>, tensor<20x2x3x5xf32>) outs(%fc : tensor<1x20x12x17xf32>) -> tensor<1x20x12x17xf32>
  return %ra, %rb, %rc : tensor<1x18x7x16xf32>, tensor<2x17x9x20xf32>, tensor<1x20x12x17xf32>
}
