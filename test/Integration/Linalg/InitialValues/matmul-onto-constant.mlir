// RUN: matrix-run %s --random=3 --check

// Accumulation starts from a constant.
func.func @main(%a0: tensor<33x20xf32>, %a1: tensor<20x17xf32>) -> tensor<33x17xf32> {
  %fc = arith.constant 3.0 : f32
  %fe = tensor.empty() : tensor<33x17xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<33x17xf32>) -> tensor<33x17xf32>
  %r = linalg.matmul  ins(%a0, %a1 : tensor<33x20xf32>, tensor<20x17xf32>) outs(%f : tensor<33x17xf32>) -> tensor<33x17xf32>
  return %r : tensor<33x17xf32>
}
