// RUN: matrix-run %s --random=3 --check

// A tensor is yielded to two arguments, each in a buffer of its own.
func.func @main(%x: tensor<16xf32>, %y: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y, %c = %x) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
    %e = tensor.empty() : tensor<16xf32>
    %t = linalg.tanh ins(%c : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    %s = linalg.add ins(%a, %b : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    scf.yield %s, %t, %t : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
}
