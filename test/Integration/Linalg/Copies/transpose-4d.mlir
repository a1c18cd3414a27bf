// RUN: matrix-run %s --random=3 --check

// The innermost dimension is not permuted: rows are copied whole.
func.func @main(%a: tensor<2x7x9x5xf16>) -> tensor<2x9x7x5xf16> {
  %e = tensor.empty() : tensor<2x9x7x5xf16>
  %r = linalg.transpose ins(%a : tensor<2x7x9x5xf16>) outs(%e : tensor<2x9x7x5xf16>) permutation = [0, 2, 1, 3]
  return %r : tensor<2x9x7x5xf16>
}
