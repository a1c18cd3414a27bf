// RUN: matrix-run %s --random=2 --check

// Convolutions, products and pooling of floats.
func.func @main(%x0: tensor<1x9x10x5xf32>, %w0: tensor<7x3x3x5xf32>, %b0: tensor<7xf32>,
                %x1: tensor<1x9x10x5xbf16>, %w1: tensor<7x3x3x5xbf16>, %b1: tensor<7xf32>,
                %x2: tensor<1x9x10x5xf32>, %w2: tensor<3x3x5x2xf32>, %b2: tensor<10xf32>,
                %x3: tensor<1x4x6x5x3xf32>, %w3: tensor<7x2x3x2x3xf32>, %b3: tensor<7xf32>,
                %x4: tensor<1x4x5x5xf32>, %w4: tensor<7x3x3x5xf32>, %b4: tensor<7xf32>,
                %x5: tensor<2x9x20xf32>, %y5: tensor<2x20x17xf32>,
                %x6: tensor<2x9x20xbf16>, %y6: tensor<2x20x17xbf16>,
                %x7: tensor<2x9x20xf16>, %y7: tensor<2x20x17xf16>,
                %x8: tensor<1x9x10x5xf32>,
                %x9: tensor<1x9x10x5xf32>)
    -> (tensor<1x5x5x7xf32>, tensor<1x5x5x7xf32>, tensor<1x9x10x10xf32>, tensor<1x3x4x4x7xf32>, tensor<1x9x11x7xf32>, tensor<2x9x17xf32>, tensor<2x9x17xf32>, tensor<2x9x17xf32>, tensor<1x5x6x5xf32>, tensor<1x5x6x5xf32>) {
  %z0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r0 = tosa.conv2d %x0, %w0, %b0, %z0, %z0 {acc_type = f32, pad = array<i64: 1, 1, 1, 0>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>} : (tensor<1x9x10x5xf32>, tensor<7x3x3x5xf32>, tensor<7xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x7xf32>
  %z1 = "tosa.const"() <{values = dense<0.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %r1 = tosa.conv2d %x1, %w1, %b1, %z1, %z1 {acc_type = f32, pad = array<i64: 1, 1, 1, 0>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>} : (tensor<1x9x10x5xbf16>, tensor<7x3x3x5xbf16>, tensor<7xf32>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<1x5x5x7xf32>
  %z2 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r2 = tosa.depthwise_conv2d %x2, %w2, %b2, %z2, %z2 {acc_type = f32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x9x10x5xf32>, tensor<3x3x5x2xf32>, tensor<10xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x10x10xf32>
  %z3 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r3 = tosa.conv3d %x3, %w3, %b3, %z3, %z3 {acc_type = f32, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>} : (tensor<1x4x6x5x3xf32>, tensor<7x2x3x2x3xf32>, tensor<7xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x4x4x7xf32>
  %z4 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r4 = tosa.transpose_conv2d %x4, %w4, %b4, %z4, %z4 {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x5x5xf32>, tensor<7x3x3x5xf32>, tensor<7xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x11x7xf32>
  %z5 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r5 = tosa.matmul %x5, %y5, %z5, %z5 : (tensor<2x9x20xf32>, tensor<2x20x17xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x9x17xf32>
  %z6 = "tosa.const"() <{values = dense<0.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %r6 = tosa.matmul %x6, %y6, %z6, %z6 : (tensor<2x9x20xbf16>, tensor<2x20x17xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<2x9x17xf32>
  %z7 = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %r7 = tosa.matmul %x7, %y7, %z7, %z7 : (tensor<2x9x20xf16>, tensor<2x20x17xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<2x9x17xf32>
  %z8 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r8 = tosa.avg_pool2d %x8, %z8, %z8 {acc_type = f32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 2>, stride = array<i64: 2, 2>} : (tensor<1x9x10x5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x6x5xf32>
  %r9 = tosa.max_pool2d %x9 {kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 2>, stride = array<i64: 2, 2>} : (tensor<1x9x10x5xf32>) -> tensor<1x5x6x5xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9
      : tensor<1x5x5x7xf32>, tensor<1x5x5x7xf32>, tensor<1x9x10x10xf32>, tensor<1x3x4x4x7xf32>, tensor<1x9x11x7xf32>, tensor<2x9x17xf32>, tensor<2x9x17xf32>, tensor<2x9x17xf32>, tensor<1x5x6x5xf32>, tensor<1x5x6x5xf32>
}
