// RUN: matrix-run %s --random=3 --check

// A contraction without m.
func.func @main(%a0: tensor<37x70xf32>, %a1: tensor<70xf32>) -> tensor<37xf32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<37xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<37xf32>) -> tensor<37xf32>
  %r = linalg.matvec  ins(%a0, %a1 : tensor<37x70xf32>, tensor<70xf32>) outs(%f : tensor<37xf32>) -> tensor<37xf32>
  return %r : tensor<37xf32>
}
