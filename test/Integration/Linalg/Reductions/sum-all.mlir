// RUN: matrix-run %s --random=3 --check

// Sum over all dimensions, starting from 1.
func.func @main(%a: tensor<33x45x7xf32>) -> tensor<f32> {
  %fc = arith.constant 1.0 : f32
  %fe = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.addf } ins(%a : tensor<33x45x7xf32>) outs(%f : tensor<f32>) dimensions = [0, 1, 2]
  return %r : tensor<f32>
}
