// RUN: matrix-run %s --random=2 --check

// Conversions of elements.
func.func @main(%x0: tensor<5x37xf32>,
                %x1: tensor<5x37xi32>,
                %x2: tensor<5x37xf32>,
                %x3: tensor<5x37xi8>,
                %x4: tensor<5x37xi32>,
                %x5: tensor<5x37xi1>,
                %x6: tensor<5x37xf32>,
                %x7: tensor<5x37xf32>,
                %x8: tensor<5x37xi32>)
    -> (tensor<5x37xi32>, tensor<5x37xf32>, tensor<5x37xbf16>, tensor<5x37xi32>, tensor<5x37xi8>, tensor<5x37xi32>, tensor<5x37xi8>, tensor<5x37xf16>, tensor<5x37xi1>) {
  %r0 = tosa.cast %x0 : (tensor<5x37xf32>) -> tensor<5x37xi32>
  %r1 = tosa.cast %x1 : (tensor<5x37xi32>) -> tensor<5x37xf32>
  %r2 = tosa.cast %x2 : (tensor<5x37xf32>) -> tensor<5x37xbf16>
  %r3 = tosa.cast %x3 : (tensor<5x37xi8>) -> tensor<5x37xi32>
  %r4 = tosa.cast %x4 : (tensor<5x37xi32>) -> tensor<5x37xi8>
  %r5 = tosa.cast %x5 : (tensor<5x37xi1>) -> tensor<5x37xi32>
  %r6 = tosa.cast %x6 : (tensor<5x37xf32>) -> tensor<5x37xi8>
  %r7 = tosa.cast %x7 : (tensor<5x37xf32>) -> tensor<5x37xf16>
  %r8 = tosa.cast %x8 : (tensor<5x37xi32>) -> tensor<5x37xi1>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8
      : tensor<5x37xi32>, tensor<5x37xf32>, tensor<5x37xbf16>, tensor<5x37xi32>, tensor<5x37xi8>, tensor<5x37xi32>, tensor<5x37xi8>, tensor<5x37xf16>, tensor<5x37xi1>
}
