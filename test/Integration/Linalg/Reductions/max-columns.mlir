// RUN: matrix-run %s --random=3 --check

// Column maximum; the initial value is larger than most elements.
func.func @main(%a: tensor<77x9xf32>) -> tensor<9xf32> {
  %fc = arith.constant -3.0 : f32
  %fe = tensor.empty() : tensor<9xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<9xf32>) -> tensor<9xf32>
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<77x9xf32>) outs(%f : tensor<9xf32>) dimensions = [0]
  return %r : tensor<9xf32>
}
