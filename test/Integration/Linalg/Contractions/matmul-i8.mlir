// RUN: matrix-run %s --random=3 --check

// Integer product, accumulation from 5.
func.func @main(%a0: tensor<33x200xi8>, %a1: tensor<200x47xi8>) -> tensor<33x47xi32> {
  %fc = arith.constant 5 : i32
  %fe = tensor.empty() : tensor<33x47xi32>
  %f = linalg.fill ins(%fc : i32) outs(%fe : tensor<33x47xi32>) -> tensor<33x47xi32>
  %r = linalg.matmul  ins(%a0, %a1 : tensor<33x200xi8>, tensor<200x47xi8>) outs(%f : tensor<33x47xi32>) -> tensor<33x47xi32>
  return %r : tensor<33x47xi32>
}
