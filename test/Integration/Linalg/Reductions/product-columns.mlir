// Products of columns: no instruction multiplies the rows of a tile with each other, so that each row is a step.
//
// RUN: matrix-run %s --random=3 --check

func.func @main(%a: tensor<20x77xf32>) -> tensor<77xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<77xf32>
  %init = linalg.fill ins(%one : f32) outs(%empty : tensor<77xf32>) -> tensor<77xf32>
  %product = linalg.reduce { arith.mulf } ins(%a : tensor<20x77xf32>) outs(%init : tensor<77xf32>) dimensions = [0]
  return %product : tensor<77xf32>
}
