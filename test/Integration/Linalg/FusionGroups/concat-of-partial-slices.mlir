// Concatenations of slices that leave a part of a dimension unread, which a loop indexes alone: the same slice twice, and
// slices that begin with the first column.
//
// RUN: matrix-run %s --mcpu=base --random --check

func.func @main(%x: tensor<32x20x28xf32>, %y: tensor<32x40xf32>)
    -> (tensor<48x28x20xf32>, tensor<10x32xf32>) {
  %a = tensor.extract_slice %x[0, 0, 0] [24, 20, 28] [1, 1, 1] : tensor<32x20x28xf32> to tensor<24x20x28xf32>
  %twice = tensor.concat dim(0) %a, %a : (tensor<24x20x28xf32>, tensor<24x20x28xf32>) -> tensor<48x20x28xf32>
  %e = tensor.empty() : tensor<48x28x20xf32>
  %t = linalg.transpose ins(%twice : tensor<48x20x28xf32>) outs(%e : tensor<48x28x20xf32>) permutation = [0, 2, 1]

  %low = tensor.extract_slice %y[0, 0] [16, 10] [1, 1] : tensor<32x40xf32> to tensor<16x10xf32>
  %high = tensor.extract_slice %y[16, 0] [16, 10] [1, 1] : tensor<32x40xf32> to tensor<16x10xf32>
  %both = tensor.concat dim(0) %low, %high : (tensor<16x10xf32>, tensor<16x10xf32>) -> tensor<32x10xf32>
  %e1 = tensor.empty() : tensor<10x32xf32>
  %u = linalg.transpose ins(%both : tensor<32x10xf32>) outs(%e1 : tensor<10x32xf32>) permutation = [1, 0]
  return %t, %u : tensor<48x28x20xf32>, tensor<10x32xf32>
}
