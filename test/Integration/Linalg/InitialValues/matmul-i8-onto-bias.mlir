// RUN: matrix-run %s --random=3 --check

// Accumulation starts from an integer bias; the sum has two readers.
func.func @main(%a: tensor<33x20xi8>, %b: tensor<20x47xi8>, %bias: tensor<47xi32>) -> (tensor<33x47xi32>, tensor<33x47xi32>) {
  %empty = tensor.empty() : tensor<33x47xi32>
  %init = linalg.broadcast ins(%bias : tensor<47xi32>) outs(%empty : tensor<33x47xi32>) dimensions = [0]
  %m = linalg.matmul ins(%a, %b : tensor<33x20xi8>, tensor<20x47xi8>) outs(%init : tensor<33x47xi32>) -> tensor<33x47xi32>
  %difference = linalg.sub ins(%m, %init : tensor<33x47xi32>, tensor<33x47xi32>) outs(%empty : tensor<33x47xi32>) -> tensor<33x47xi32>
  return %m, %difference : tensor<33x47xi32>, tensor<33x47xi32>
}
