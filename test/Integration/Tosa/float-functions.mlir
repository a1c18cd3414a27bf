// RUN: matrix-run %s --random=2 --check

// Elementwise functions of floats.
func.func @main(%x0: tensor<5x37xf32>,
                %x1: tensor<5x37xf32>,
                %x2: tensor<5x37xf32>,
                %x3: tensor<5x37xf32>,
                %x4: tensor<5x37xf32>,
                %x5: tensor<5x37xf32>,
                %x6: tensor<5x37xf32>,
                %x7: tensor<5x37xf32>,
                %x8: tensor<5x37xf32>,
                %x9: tensor<5x37xf32>,
                %x10: tensor<5x37xf32>,
                %x11: tensor<5x37xf32>, %y11: tensor<5x1xf32>,
                %x12: tensor<5x37xf32>,
                %x13: tensor<5x37xf32>)
    -> (tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>) {
  %r0 = tosa.abs %x0 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r1 = tosa.ceil %x1 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r2 = tosa.floor %x2 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r3 = tosa.exp %x3 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r4 = tosa.sin %x4 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r5 = tosa.cos %x5 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r6 = tosa.tanh %x6 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r7 = tosa.sigmoid %x7 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r8 = tosa.erf %x8 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r9 = tosa.reciprocal %x9 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %a10 = tosa.abs %x10 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r10 = tosa.log %a10 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %q10 = tosa.rsqrt %a10 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %a11 = tosa.abs %x11 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r11 = tosa.pow %a11, %y11 : (tensor<5x37xf32>, tensor<5x1xf32>) -> tensor<5x37xf32>
  %r12 = tosa.clamp %x12 {min_val = -0.5 : f32, max_val = 0.25 : f32} : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %r13 = tosa.identity %x13 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %q10, %r11, %r12, %r13
      : tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>, tensor<5x37xf32>
}
