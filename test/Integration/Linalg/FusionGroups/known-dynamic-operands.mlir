// All operands of an operation have dynamic dimensions whose extents are known.
//
// RUN: matrix-run %s --random --check

func.func @main(%x: tensor<12x40xf32>, %y: tensor<12x40xf32>) -> tensor<12x40xf32> {
  %c0 = arith.constant 0 : index
  %dynamic = tensor.cast %x : tensor<12x40xf32> to tensor<?x40xf32>
  %rows = tensor.dim %dynamic, %c0 : tensor<?x40xf32>
  %empty = tensor.empty(%rows) : tensor<?x40xf32>
  %exp = linalg.exp ins(%dynamic : tensor<?x40xf32>) outs(%empty : tensor<?x40xf32>) -> tensor<?x40xf32>
  %result = tensor.insert_slice %exp into %y[0, 0] [%rows, 40] [1, 1] : tensor<?x40xf32> into tensor<12x40xf32>
  return %result : tensor<12x40xf32>
}
