// RUN: matrix-run %s --random=3 --check

// Operands of different types.
func.func @main(%a: tensor<33x20xf32>, %b: tensor<20x47xbf16>) -> tensor<33x47xf32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<33x47xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<33x47xf32>) -> tensor<33x47xf32>
  %m = linalg.matmul ins(%a, %b : tensor<33x20xf32>, tensor<20x47xbf16>) outs(%f : tensor<33x47xf32>) -> tensor<33x47xf32>
  return %m : tensor<33x47xf32>
}
