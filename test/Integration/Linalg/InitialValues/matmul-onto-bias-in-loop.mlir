// RUN: matrix-run %s --random=3 --check

// Each iteration of a loop accumulates onto the sum of the carried tensor and a bias.
func.func @main(%a: tensor<16x16xf32>, %b: tensor<16x32xf32>, %bias: tensor<32xf32>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %result = scf.for %i = %zero to %three step %one iter_args(%sum = %c) -> tensor<16x32xf32> {
    %empty = tensor.empty() : tensor<16x32xf32>
    %rows = linalg.broadcast ins(%bias : tensor<32xf32>) outs(%empty : tensor<16x32xf32>) dimensions = [0]
    %init = linalg.add ins(%sum, %rows : tensor<16x32xf32>, tensor<16x32xf32>) outs(%empty : tensor<16x32xf32>) -> tensor<16x32xf32>
    %next = linalg.matmul ins(%a, %b : tensor<16x16xf32>, tensor<16x32xf32>) outs(%init : tensor<16x32xf32>) -> tensor<16x32xf32>
    scf.yield %next : tensor<16x32xf32>
  }
  return %result : tensor<16x32xf32>
}
