// RUN: matrix-run %s --random=2 --check

// Quantized operations: zero points, rescaling with both rounding modes, tables.
func.func @main(%x0: tensor<1x9x10x5xi8>, %w0: tensor<7x3x3x5xi8>, %b0: tensor<7xi32>,
                %x1: tensor<1x9x10x5xi8>, %w1: tensor<3x3x5x2xi8>, %b1: tensor<10xi32>,
                %x2: tensor<1x4x5x5xi8>, %w2: tensor<7x3x3x5xi8>, %b2: tensor<7xi32>,
                %x3: tensor<2x9x20xi8>, %y3: tensor<2x20x17xi8>,
                %x4: tensor<1x9x10x5xi8>,
                %x5: tensor<1x9x10x5xi8>,
                %x6: tensor<5x37xi32>,
                %x7: tensor<5x37xi32>,
                %x8: tensor<5x3xi32>,
                %x9: tensor<5x37xi8>, %t9: tensor<256xi8>,
                %x10: tensor<5x37xi16>, %t10: tensor<513xi16>)
    -> (tensor<1x5x5x7xi32>, tensor<1x9x10x10xi32>, tensor<1x9x11x7xi32>, tensor<2x9x17xi32>, tensor<1x5x6x5xi8>, tensor<1x5x6x5xi8>, tensor<5x37xi8>, tensor<5x37xi8>, tensor<5x3xi8>, tensor<5x37xi8>, tensor<5x37xi32>) {
  %z0 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r0 = tosa.conv2d %x0, %w0, %b0, %z0, %z0 {acc_type = i32, pad = array<i64: 1, 1, 1, 0>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>} : (tensor<1x9x10x5xi8>, tensor<7x3x3x5xi8>, tensor<7xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x5x7xi32>
  %z1 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r1 = tosa.depthwise_conv2d %x1, %w1, %b1, %z1, %z1 {acc_type = i32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x9x10x5xi8>, tensor<3x3x5x2xi8>, tensor<10xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x9x10x10xi32>
  %z2 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r2 = tosa.transpose_conv2d %x2, %w2, %b2, %z2, %z2 {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x5x5xi8>, tensor<7x3x3x5xi8>, tensor<7xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x9x11x7xi32>
  %z3 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r3 = tosa.matmul %x3, %y3, %z3, %z3 : (tensor<2x9x20xi8>, tensor<2x20x17xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x9x17xi32>
  %z4 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r4 = tosa.avg_pool2d %x4, %z4, %z4 {acc_type = i32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 2>, stride = array<i64: 2, 2>} : (tensor<1x9x10x5xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x6x5xi8>
  %r5 = tosa.max_pool2d %x5 {kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 2>, stride = array<i64: 2, 2>} : (tensor<1x9x10x5xi8>) -> tensor<1x5x6x5xi8>
  %m6 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s6 = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %iz6 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %oz6 = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r6 = tosa.rescale %x6, %m6, %s6, %iz6, %oz6 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<5x37xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<5x37xi8>
  %m7 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s7 = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %iz7 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %oz7 = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r7 = tosa.rescale %x7, %m7, %s7, %iz7, %oz7 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<5x37xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<5x37xi8>
  %m8 = "tosa.const"() <{values = dense<[1073741824, 1573741824, 1273741824]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %s8 = "tosa.const"() <{values = dense<[33, 34, 32]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %iz8 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %oz8 = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r8 = tosa.rescale %x8, %m8, %s8, %iz8, %oz8 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<5x3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<5x3xi8>
  %r9 = tosa.table %x9, %t9 : (tensor<5x37xi8>, tensor<256xi8>) -> tensor<5x37xi8>
  %r10 = tosa.table %x10, %t10 : (tensor<5x37xi16>, tensor<513xi16>) -> tensor<5x37xi32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10
      : tensor<1x5x5x7xi32>, tensor<1x9x10x10xi32>, tensor<1x9x11x7xi32>, tensor<2x9x17xi32>, tensor<1x5x6x5xi8>, tensor<1x5x6x5xi8>, tensor<5x37xi8>, tensor<5x37xi8>, tensor<5x3xi8>, tensor<5x37xi8>, tensor<5x37xi32>
}
