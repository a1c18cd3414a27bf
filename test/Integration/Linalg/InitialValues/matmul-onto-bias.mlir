// RUN: matrix-run %s --random=3 --check

// Accumulation starts from a bias that is broadcast to the rows.
func.func @main(%a: tensor<33x20xf32>, %b: tensor<20x47xf32>, %bias: tensor<47xf32>) -> tensor<33x47xf32> {
  %empty = tensor.empty() : tensor<33x47xf32>
  %init = linalg.broadcast ins(%bias : tensor<47xf32>) outs(%empty : tensor<33x47xf32>) dimensions = [0]
  %m = linalg.matmul ins(%a, %b : tensor<33x20xf32>, tensor<20x47xf32>) outs(%init : tensor<33x47xf32>) -> tensor<33x47xf32>
  return %m : tensor<33x47xf32>
}
