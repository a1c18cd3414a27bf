// RUN: matrix-run %s --random=3 --check

// Sum over a middle dimension.
func.func @main(%a: tensor<5x45x33xf32>) -> tensor<5x33xf32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<5x33xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<5x33xf32>) -> tensor<5x33xf32>
  %r = linalg.reduce { arith.addf } ins(%a : tensor<5x45x33xf32>) outs(%f : tensor<5x33xf32>) dimensions = [1]
  return %r : tensor<5x33xf32>
}
