// RUN: matrix-run %s --random=3 --check

// The result of each call has its own buffer.
func.func private @lin(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %r = linalg.add ins(%x,%x: tensor<4x4xf32>,tensor<4x4xf32>) outs(%e: tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
func.func @main(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %a = call @lin(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = call @lin(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %a, %b : tensor<4x4xf32>, tensor<4x4xf32>
}
