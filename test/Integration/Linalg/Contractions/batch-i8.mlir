// RUN: matrix-run %s --random=3 --check

// Batched matrix products, and products with vectors on either side.
func.func @main(%a: tensor<3x33x20xi8>, %b: tensor<3x20x47xi8>, %x: tensor<3x20xi8>) -> (tensor<3x33x47xi32>, tensor<3x33xi32>, tensor<3x47xi32>) {
  %c = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3x33x47xi32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<3x33x47xi32>) -> tensor<3x33x47xi32>
  %r = linalg.batch_matmul ins(%a, %b : tensor<3x33x20xi8>, tensor<3x20x47xi8>) outs(%f : tensor<3x33x47xi32>) -> tensor<3x33x47xi32>
  %ev = tensor.empty() : tensor<3x33xi32>
  %fv = linalg.fill ins(%c : i32) outs(%ev : tensor<3x33xi32>) -> tensor<3x33xi32>
  %v = linalg.batch_matvec ins(%a, %x : tensor<3x33x20xi8>, tensor<3x20xi8>) outs(%fv : tensor<3x33xi32>) -> tensor<3x33xi32>
  %ew = tensor.empty() : tensor<3x47xi32>
  %fw = linalg.fill ins(%c : i32) outs(%ew : tensor<3x47xi32>) -> tensor<3x47xi32>
  %w = linalg.batch_vecmat ins(%x, %b : tensor<3x20xi8>, tensor<3x20x47xi8>) outs(%fw : tensor<3x47xi32>) -> tensor<3x47xi32>
  return %r, %v, %w : tensor<3x33x47xi32>, tensor<3x33xi32>, tensor<3x47xi32>
}
