// RUN: matrix-run %s --random=2 --check

// Branches and loops.
func.func @main(%c0: tensor<i1>, %x0: tensor<5x37xf32>, %y0: tensor<5x37xf32>,
                %x1: tensor<5x37xf32>)
    -> (tensor<5x37xf32>, tensor<5x37xf32>) {
  %r0 = tosa.cond_if %c0 : tensor<i1> -> tensor<5x37xf32> {
    %s0 = tosa.add %x0, %y0 : (tensor<5x37xf32>, tensor<5x37xf32>) -> tensor<5x37xf32>
    tosa.yield %s0 : tensor<5x37xf32>
  } else {
    %s0 = tosa.sub %x0, %y0 : (tensor<5x37xf32>, tensor<5x37xf32>) -> tensor<5x37xf32>
    tosa.yield %s0 : tensor<5x37xf32>
  }
  %n1 = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r1:2 = tosa.while_loop (%i1 = %n1, %v1 = %x1) : (tensor<i32>, tensor<5x37xf32>) -> (tensor<i32>, tensor<5x37xf32>) {
    %four1 = "tosa.const"() <{values = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %c1 = tosa.greater_equal %i1, %four1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %d1 = tosa.logical_not %c1 : (tensor<i1>) -> tensor<i1>
    tosa.yield %d1 : tensor<i1>
  } do {
  ^bb0(%i1: tensor<i32>, %v1: tensor<5x37xf32>):
    %one1 = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %j1 = tosa.add %i1, %one1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %w1 = tosa.tanh %v1 : (tensor<5x37xf32>) -> tensor<5x37xf32>
    tosa.yield %j1, %w1 : tensor<i32>, tensor<5x37xf32>
  }
  return %r0, %r1#1
      : tensor<5x37xf32>, tensor<5x37xf32>
}
