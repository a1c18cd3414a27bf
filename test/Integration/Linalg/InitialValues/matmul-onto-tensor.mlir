// RUN: matrix-run %s --random=3 --check

// Accumulation starts from a tensor.
func.func @main(%a: tensor<33x20xf32>, %b: tensor<20x47xf32>, %c: tensor<33x47xf32>) -> tensor<33x47xf32> {
  %m = linalg.matmul ins(%a, %b : tensor<33x20xf32>, tensor<20x47xf32>) outs(%c : tensor<33x47xf32>) -> tensor<33x47xf32>
  return %m : tensor<33x47xf32>
}
