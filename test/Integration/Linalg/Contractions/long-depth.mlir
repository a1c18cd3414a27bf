// RUN: matrix-run %s --random=3 --check

// A depth larger than the scratchpad: accumulators are spilled between k blocks.
func.func @main(%a0: tensor<33x40000xbf16>, %a1: tensor<40000x17xbf16>) -> tensor<33x17xf32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<33x17xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<33x17xf32>) -> tensor<33x17xf32>
  %r = linalg.matmul  ins(%a0, %a1 : tensor<33x40000xbf16>, tensor<40000x17xbf16>) outs(%f : tensor<33x17xf32>) -> tensor<33x17xf32>
  return %r : tensor<33x17xf32>
}
