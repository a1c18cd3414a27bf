// RUN: matrix-run %s --random=3 --check

// A factor computed within the fusion tree: a dimension added for the other factor
// would also be a dimension of this one.
func.func @main(%x: tensor<1xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1xf32>
  %y = linalg.exp ins(%x : tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %i = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%i : tensor<f32>) -> tensor<f32>
  %d = linalg.dot ins(%y, %x : tensor<1xf32>, tensor<1xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}
