// RUN: matrix-run %s --random=3 --check

// A dimension of size 1 with a stride, which is neutral.
func.func @main(%x: tensor<2x1xi32>, %d: tensor<2x31x8xi32>) -> tensor<2x31x8xi32> {
  %s = tensor.insert_slice %x into %d[1, 26, 3] [1, 2, 1] [2, 1, 3] : tensor<2x1xi32> into tensor<2x31x8xi32>
  return %s : tensor<2x31x8xi32>
}
