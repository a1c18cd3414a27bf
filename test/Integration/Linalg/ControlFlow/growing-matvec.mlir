// A loop multiplies a growing number of rows with a vector.
//
// RUN: matrix-run %s --random --check

func.func @main(%q: tensor<9x8xf32>, %k: tensor<9x8xf32>) -> tensor<9x9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.splat %z : tensor<9x9xf32>
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%o = %e) -> tensor<9x9xf32> {
    %n = arith.addi %i, %c1 : index
    %row = tensor.extract_slice %q[%i, 0] [1, 8] [1, 1] : tensor<9x8xf32> to tensor<8xf32>
    %ks = tensor.extract_slice %k[0, 0] [%n, 8] [1, 1] : tensor<9x8xf32> to tensor<?x8xf32>
    %ee = tensor.empty(%n) : tensor<?xf32>
    %f = linalg.fill ins(%z : f32) outs(%ee : tensor<?xf32>) -> tensor<?xf32>
    %s = linalg.matvec ins(%ks, %row : tensor<?x8xf32>, tensor<8xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
    %w = tensor.insert_slice %s into %o[%i, 0] [1, %n] [1, 1] : tensor<?xf32> into tensor<9x9xf32>
    scf.yield %w : tensor<9x9xf32>
  }
  return %r : tensor<9x9xf32>
}
