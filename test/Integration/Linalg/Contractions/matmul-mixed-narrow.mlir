// RUN: matrix-run %s --random=3 --check

// Narrow operands of different types are widened to a common type that contains both.
func.func @main(%a: tensor<33x40xf8E4M3FN>, %b: tensor<40x47xbf16>, %c: tensor<40x20xf8E5M2>) -> (tensor<33x47xf32>, tensor<33x20xf32>) {
  %fc = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<33x47xf32>
  %f0 = linalg.fill ins(%fc : f32) outs(%e0 : tensor<33x47xf32>) -> tensor<33x47xf32>
  %r0 = linalg.matmul ins(%a, %b : tensor<33x40xf8E4M3FN>, tensor<40x47xbf16>) outs(%f0 : tensor<33x47xf32>) -> tensor<33x47xf32>
  %e1 = tensor.empty() : tensor<33x20xf32>
  %f1 = linalg.fill ins(%fc : f32) outs(%e1 : tensor<33x20xf32>) -> tensor<33x20xf32>
  %r1 = linalg.matmul ins(%a, %c : tensor<33x40xf8E4M3FN>, tensor<40x20xf8E5M2>) outs(%f1 : tensor<33x20xf32>) -> tensor<33x20xf32>
  return %r0, %r1 : tensor<33x47xf32>, tensor<33x20xf32>
}
