// RUN: matrix-run %s --random=3 --check

// Dot product: a contraction without m and n.
func.func @main(%a0: tensor<700xf32>, %a1: tensor<700xf32>) -> tensor<f32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<f32>) -> tensor<f32>
  %r = linalg.dot  ins(%a0, %a1 : tensor<700xf32>, tensor<700xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
