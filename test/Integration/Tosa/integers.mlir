// RUN: matrix-run %s --random=2 --check

// Operations on integers and truth values.
func.func @main(%x0: tensor<5x37xi32>,
                %x1: tensor<5x37xi32>,
                %x2: tensor<5x37xi32>,
                %x3: tensor<5x37xi1>,
                %x4: tensor<5x37xi8>,
                %x5: tensor<5x37xi32>, %y5: tensor<5x1xi32>,
                %x6: tensor<5x37xi32>, %y6: tensor<5x1xi32>,
                %x7: tensor<5x37xi32>, %y7: tensor<5x1xi32>,
                %x8: tensor<5x37xi32>, %y8: tensor<5x1xi32>,
                %x9: tensor<5x37xi32>, %y9: tensor<5x1xi32>,
                %x10: tensor<5x37xi32>, %y10: tensor<5x1xi32>,
                %x11: tensor<5x37xi1>, %y11: tensor<5x1xi1>,
                %x12: tensor<5x37xi1>, %y12: tensor<5x1xi1>,
                %x13: tensor<5x37xi1>, %y13: tensor<5x1xi1>,
                %x14: tensor<5x37xi8>)
    -> (tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi1>, tensor<5x37xi8>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi8>) {
  %r0 = tosa.abs %x0 : (tensor<5x37xi32>) -> tensor<5x37xi32>
  %r1 = tosa.bitwise_not %x1 : (tensor<5x37xi32>) -> tensor<5x37xi32>
  %r2 = tosa.clz %x2 : (tensor<5x37xi32>) -> tensor<5x37xi32>
  %r3 = tosa.logical_not %x3 : (tensor<5x37xi1>) -> tensor<5x37xi1>
  %r4 = tosa.clamp %x4 {min_val = -5 : i8, max_val = 20 : i8} : (tensor<5x37xi8>) -> tensor<5x37xi8>
  %r5 = tosa.bitwise_and %x5, %y5 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi32>
  %r6 = tosa.bitwise_or %x6, %y6 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi32>
  %r7 = tosa.bitwise_xor %x7, %y7 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi32>
  %r8 = tosa.logical_left_shift %x8, %y8 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi32>
  %r9 = tosa.logical_right_shift %x9, %y9 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi32>
  %r10 = tosa.arithmetic_right_shift %x10, %y10 {round = true} : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi32>
  %r11 = tosa.logical_and %x11, %y11 : (tensor<5x37xi1>, tensor<5x1xi1>) -> tensor<5x37xi1>
  %r12 = tosa.logical_or %x12, %y12 : (tensor<5x37xi1>, tensor<5x1xi1>) -> tensor<5x37xi1>
  %r13 = tosa.logical_xor %x13, %y13 : (tensor<5x37xi1>, tensor<5x1xi1>) -> tensor<5x37xi1>
  %z14 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r14 = tosa.negate %x14, %z14, %z14 : (tensor<5x37xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<5x37xi8>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14
      : tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi1>, tensor<5x37xi8>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi8>
}
