// RUN: matrix-run %s --random=3 --check

// Sum over the outer and the inner dimension.
func.func @main(%a: tensor<9x33x21xf32>) -> tensor<33xf32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<33xf32>) -> tensor<33xf32>
  %r = linalg.reduce { arith.addf } ins(%a : tensor<9x33x21xf32>) outs(%f : tensor<33xf32>) dimensions = [0, 2]
  return %r : tensor<33xf32>
}
