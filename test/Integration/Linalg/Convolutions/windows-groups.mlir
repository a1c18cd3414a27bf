// RUN: matrix-run %s --random=3 --check

// Groups of channels, and a window larger than the image without its padding, in i8.
func.func @main(%xa: tensor<1x7x9x2x16xi8>, %wa: tensor<2x20x3x3x16xi8>, %xb: tensor<1x2x12x6x9xf32>, %wb: tensor<2x17x12x3x3xf32>, %xc: tensor<1x3x4x20xi8>, %wc: tensor<5x5x20x16xi8>) -> (tensor<1x5x7x2x20xi32>, tensor<1x2x17x4x7xf32>, tensor<1x5x6x16xi32>) {
  %za = arith.constant 0 : i32
  %ea = tensor.empty() : tensor<1x5x7x2x20xi32>
  %fa = linalg.fill ins(%za : i32) outs(%ea : tensor<1x5x7x2x20xi32>) -> tensor<1x5x7x2x20xi32>
  %ra = linalg.conv_2d_nhwgc_gfhwc {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%xa, %wa : tensor<1x7x9x2x16xi8>, tensor<2x20x3x3x16xi8>) outs(%fa : tensor<1x5x7x2x20xi32>) -> tensor<1x5x7x2x20xi32>
  %zb = arith.constant 0.0 : f32
  %eb = tensor.empty() : tensor<1x2x17x4x7xf32>
  %fb = linalg.fill ins(%zb : f32) outs(%eb : tensor<1x2x17x4x7xf32>) -> tensor<1x2x17x4x7xf32>
  %rb = linalg.conv_2d_ngchw_gfchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%xb, %wb : tensor<1x2x12x6x9xf32>, tensor<2x17x12x3x3xf32>) outs(%fb : tensor<1x2x17x4x7xf32>) -> tensor<1x2x17x4x7xf32>
  %pzc = arith.constant 0 : i8
  %pc = tensor.pad %xc low[0, 3, 3, 0] high[0, 3, 3, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %pzc : i8
  } : tensor<1x3x4x20xi8> to tensor<1x9x10x20xi8>
  %zc = arith.constant 0 : i32
  %ec = tensor.empty() : tensor<1x5x6x16xi32>
  %fc = linalg.fill ins(%zc : i32) outs(%ec : tensor<1x5x6x16xi32>) -> tensor<1x5x6x16xi32>
  %rc = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%pc, %wc : tensor<1x9x10x20xi8>, tensor<5x5x20x16xi8>) outs(%fc : tensor<1x5x6x16xi32>) -> tensor<1x5x6x16xi32>
  return %ra, %rb, %rc : tensor<1x5x7x2x20xi32>, tensor<1x2x17x4x7xf32>, tensor<1x5x6x16xi32>
}
