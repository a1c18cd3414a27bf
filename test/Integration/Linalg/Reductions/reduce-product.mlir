// RUN: matrix-run %s --random=3 --check

// A reduction whose combiner has no instruction.
func.func @main(%a: tensor<9x17xf32>) -> tensor<9xf32> {
  %fc = arith.constant 1.0 : f32
  %fe = tensor.empty() : tensor<9xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<9xf32>) -> tensor<9xf32>
  %r = linalg.reduce { arith.mulf } ins(%a : tensor<9x17xf32>) outs(%f : tensor<9xf32>) dimensions = [1]
  return %r : tensor<9xf32>
}
