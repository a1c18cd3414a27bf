// RUN: matrix-run %s --random=3 --check

// A dimension of size 1 with a stride, which is neutral.
func.func @main(%x: tensor<2x31x8xi32>) -> tensor<2x1xi32> {
  %s = tensor.extract_slice %x[1, 26, 3] [1, 2, 1] [2, 1, 3] : tensor<2x31x8xi32> to tensor<2x1xi32>
  return %s : tensor<2x1xi32>
}
