// RUN: matrix-run %s --random=2 --check

// Comparisons.
func.func @main(%x0: tensor<5x37xf32>, %y0: tensor<5x1xf32>,
                %x1: tensor<5x37xf32>, %y1: tensor<5x1xf32>,
                %x2: tensor<5x37xf32>, %y2: tensor<5x1xf32>,
                %x3: tensor<5x37xi32>, %y3: tensor<5x1xi32>,
                %x4: tensor<5x37xi32>, %y4: tensor<5x1xi32>,
                %x5: tensor<5x37xi32>, %y5: tensor<5x1xi32>)
    -> (tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi1>) {
  %r0 = tosa.equal %x0, %y0 : (tensor<5x37xf32>, tensor<5x1xf32>) -> tensor<5x37xi1>
  %r1 = tosa.greater %x1, %y1 : (tensor<5x37xf32>, tensor<5x1xf32>) -> tensor<5x37xi1>
  %r2 = tosa.greater_equal %x2, %y2 : (tensor<5x37xf32>, tensor<5x1xf32>) -> tensor<5x37xi1>
  %r3 = tosa.equal %x3, %y3 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi1>
  %r4 = tosa.greater %x4, %y4 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi1>
  %r5 = tosa.greater_equal %x5, %y5 : (tensor<5x37xi32>, tensor<5x1xi32>) -> tensor<5x37xi1>
  return %r0, %r1, %r2, %r3, %r4, %r5
      : tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi1>, tensor<5x37xi1>
}
