// RUN: matrix-run %s --random=3 --check

// No loop order is contiguous in both source and destination.
func.func @main(%a: tensor<7x33x5xi8>) -> tensor<5x33x7xi8> {
  %e = tensor.empty() : tensor<5x33x7xi8>
  %r = linalg.transpose ins(%a : tensor<7x33x5xi8>) outs(%e : tensor<5x33x7xi8>) permutation = [2, 1, 0]
  return %r : tensor<5x33x7xi8>
}
