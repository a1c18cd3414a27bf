// RUN: matrix-run %s --random=2 --check

// tensor.gather and tensor.scatter, with gathered dimensions kept and dropped.
func.func @main(%x: tensor<6x8x7xf32>, %rows: tensor<3x6x7xf32>)
    -> (tensor<3x1x8x1xf32>, tensor<2x2x7xf32>, tensor<6x8x7xf32>, tensor<6x8x7xf32>) {
  %a = arith.constant dense<[[5, 0], [1, 6], [1, 2]]> : tensor<3x2xindex>
  %kept = tensor.gather %x[%a] gather_dims([0, 2]) : (tensor<6x8x7xf32>, tensor<3x2xindex>) -> tensor<3x1x8x1xf32>
  %b = arith.constant dense<[[[5, 7], [0, 0]], [[3, 1], [0, 0]]]> : tensor<2x2x2xi32>
  %dropped = tensor.gather %x[%b] gather_dims([0, 1]) : (tensor<6x8x7xf32>, tensor<2x2x2xi32>) -> tensor<2x2x7xf32>
  %c = arith.constant dense<[[7], [0], [3]]> : tensor<3x1xi64>
  %s = tensor.scatter %rows into %x[%c] scatter_dims([1]) unique : (tensor<3x6x7xf32>, tensor<6x8x7xf32>, tensor<3x1xi64>) -> tensor<6x8x7xf32>
  %d = arith.constant dense<[[5, 7], [0, 2]]> : tensor<2x2xi32>
  %e = tensor.expand_shape %dropped [[0], [1, 2], [3]] output_shape [2, 2, 1, 7] : tensor<2x2x7xf32> into tensor<2x2x1x7xf32>
  %f = tensor.extract_slice %e[0, 0, 0, 0] [2, 1, 1, 7] [1, 1, 1, 1] : tensor<2x2x1x7xf32> to tensor<2x1x1x7xf32>
  %t = tensor.scatter %f into %s[%d] scatter_dims([0, 1]) unique : (tensor<2x1x1x7xf32>, tensor<6x8x7xf32>, tensor<2x2xi32>) -> tensor<6x8x7xf32>
  return %kept, %dropped, %s, %t : tensor<3x1x8x1xf32>, tensor<2x2x7xf32>, tensor<6x8x7xf32>, tensor<6x8x7xf32>
}
