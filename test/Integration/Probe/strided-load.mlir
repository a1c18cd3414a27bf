// RUN: matrix-run %s --random --check

// Rows of blocks are not as far apart as those of the added load.
func.func @main(%x: tensor<40x70xf32>, %y: tensor<40x70xf32>) -> tensor<40x70xf32> {
  %e = tensor.empty() : tensor<40x70xf32>
  %r = linalg.add ins(%x, %y : tensor<40x70xf32>, tensor<40x70xf32>) outs(%e : tensor<40x70xf32>) -> tensor<40x70xf32>
  return %r : tensor<40x70xf32>
}
