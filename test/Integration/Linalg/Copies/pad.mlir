// RUN: matrix-run %s --random=3 --check

// Scalar code between fusion groups.
func.func @main(%a: tensor<33x20xf32>) -> tensor<35x25xf32> {
  %z = arith.constant 0.5 : f32
  %p = tensor.pad %a low[1, 2] high[1, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<33x20xf32> to tensor<35x25xf32>
  %e = tensor.empty() : tensor<35x25xf32>
  %r = linalg.exp ins(%p : tensor<35x25xf32>) outs(%e : tensor<35x25xf32>) -> tensor<35x25xf32>
  return %r : tensor<35x25xf32>
}
