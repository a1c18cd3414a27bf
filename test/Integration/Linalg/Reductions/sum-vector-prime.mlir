// RUN: matrix-run %s --random=3 --check

// Sum of a vector of prime extent.
func.func @main(%a: tensor<1009xf32>) -> tensor<f32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.addf } ins(%a : tensor<1009xf32>) outs(%f : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}
