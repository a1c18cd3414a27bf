// RUN: matrix-run %s --random=3 --check

// Batched matrix-vector product.
func.func @main(%a0: tensor<3x37x70xf16>, %a1: tensor<3x70xf16>) -> tensor<3x37xf32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<3x37xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<3x37xf32>) -> tensor<3x37xf32>
  %r = linalg.batch_matvec  ins(%a0, %a1 : tensor<3x37x70xf16>, tensor<3x70xf16>) outs(%f : tensor<3x37xf32>) -> tensor<3x37xf32>
  return %r : tensor<3x37xf32>
}
