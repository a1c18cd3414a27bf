// RUN: matrix-run %s --random=2 --check

// Binary operations with broadcast operands.
func.func @main(%x0: tensor<5x37xf32>, %y0: tensor<5x1xf32>,
                %x1: tensor<5x37xf32>, %y1: tensor<5x1xf32>,
                %x2: tensor<5x37xf32>, %y2: tensor<5x1xf32>,
                %x3: tensor<5x37xf32>, %y3: tensor<5x1xf32>,
                %x4: tensor<5x37xi32>, %y4: tensor<5x1xi32>,
                %x5: tensor<5x37xi32>, %y5: tensor<5x1xi32>,
                %x6: tensor<5x37xi32>, %y6: tensor<5x1xi32>,
                %x7: tensor<5x37xi32>, %y7: tensor<5x1xi32>,
                %x8: tensor<5x37xf32>, %y8: tensor<5x1xf32>,
                %x9: tensor<5x37xi32>, %y9: tensor<5x1xi32>,
                %x10: tensor<5x37xi8>, %y10: tensor<5x1xi8>,
                %c11: tensor<5x37xi1>, %x11: tensor<5x37xf32>, %y11: tensor<5x1xf32>)
    -> (tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xf32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xf32>) {
  %r0 = tosa.add %x0, %y0 : (tensor<5x37xf32>, tensor<5x1xf32>) -> tensor<5x37xf32>
  %r1 = tosa.sub %x1, %y1 : (tensor<5x37xf32>, tensor<5x1xf32>) -> tensor<5x37xf32>
  %r2 = tosa.maximum %x2, %y2 : (tensor<5x37xf32>, tensor<5x1xf32>) -> tensor<5x37xf32>
  %r3 = tosa.minimum %x3, %y3 : (tensor<5x37xf32>, tensor<5x1xf32>) -> tensor<5x37xf32>
  %r4 = tosa.add %x4, %y4 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi32>
  %r5 = tosa.sub %x5, %y5 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi32>
  %r6 = tosa.maximum %x6, %y6 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi32>
  %r7 = tosa.minimum %x7, %y7 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi32>
  %s8 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r8 = tosa.mul %x8, %y8, %s8 : (tensor<5x37xf32>, tensor<5x1xf32>, tensor<1xi8>) -> tensor<5x37xf32>
  %s9 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r9 = tosa.mul %x9, %y9, %s9 : (tensor<5x37xi32>, tensor<5x1xi32>, tensor<1xi8>) -> tensor<5x37xi32>
  %s10 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r10 = tosa.mul %x10, %y10, %s10 : (tensor<5x37xi8>, tensor<5x1xi8>, tensor<1xi8>) -> tensor<5x37xi32>
  %r11 = tosa.select %c11, %x11, %y11 : (tensor<5x37xi1>, tensor<5x37xf32>, tensor<5x1xf32>) -> tensor<5x37xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11
      : tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xf32>, tensor<5x37xi32>, tensor<5x37xi32>, tensor<5x37xf32>
}
