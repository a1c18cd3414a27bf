// A private entry, which the kernel calls, and a global that it reads.
//
// RUN: matrix-run %s --random --check

ml_program.global private @weights(dense<0.5> : tensor<5x9xf32>) : tensor<5x9xf32>

func.func private @main(%x: tensor<17x5xf32>) -> tensor<17x9xf32> {
  %zero = arith.constant 0.0 : f32
  %w = ml_program.global_load @weights : tensor<5x9xf32>
  %empty = tensor.empty() : tensor<17x9xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<17x9xf32>) -> tensor<17x9xf32>
  %product = linalg.matmul ins(%x, %w : tensor<17x5xf32>, tensor<5x9xf32>)
      outs(%init : tensor<17x9xf32>) -> tensor<17x9xf32>
  return %product : tensor<17x9xf32>
}
