// Pairs in reverse order, one element of each negated, and an interleaving that is added to another tensor: tiles are not
// read backwards, and operands are interleaved before or results after the addition.
//
// RUN: matrix-run %s --random --check

#same = affine_map<(i, j) -> (i, j)>

func.func @main(%x: tensor<70x64xf32>, %y: tensor<70x64xf32>, %a: tensor<70x32xf32>, %b: tensor<70x32xf32>)
    -> (tensor<70x64xf32>, tensor<70x64xf32>) {
  %odd = tensor.extract_slice %x[0, 1] [70, 32] [1, 2] : tensor<70x64xf32> to tensor<70x32xf32>
  %even = tensor.extract_slice %x[0, 0] [70, 32] [1, 2] : tensor<70x64xf32> to tensor<70x32xf32>
  %negated = arith.negf %odd : tensor<70x32xf32>
  %0 = tensor.expand_shape %negated [[0], [1, 2]] output_shape [70, 32, 1] : tensor<70x32xf32> into tensor<70x32x1xf32>
  %1 = tensor.expand_shape %even [[0], [1, 2]] output_shape [70, 32, 1] : tensor<70x32xf32> into tensor<70x32x1xf32>
  %pairs = tensor.concat dim(2) %0, %1 : (tensor<70x32x1xf32>, tensor<70x32x1xf32>) -> tensor<70x32x2xf32>
  %rotated = tensor.collapse_shape %pairs [[0], [1, 2]] : tensor<70x32x2xf32> into tensor<70x64xf32>
  %product = arith.mulf %rotated, %y : tensor<70x64xf32>

  %2 = tensor.expand_shape %a [[0], [1, 2]] output_shape [70, 32, 1] : tensor<70x32xf32> into tensor<70x32x1xf32>
  %3 = tensor.expand_shape %b [[0], [1, 2]] output_shape [70, 32, 1] : tensor<70x32xf32> into tensor<70x32x1xf32>
  %mixed = tensor.concat dim(2) %2, %3 : (tensor<70x32x1xf32>, tensor<70x32x1xf32>) -> tensor<70x32x2xf32>
  %flat = tensor.collapse_shape %mixed [[0], [1, 2]] : tensor<70x32x2xf32> into tensor<70x64xf32>
  %sum = arith.addf %flat, %y : tensor<70x64xf32>
  return %product, %sum : tensor<70x64xf32>, tensor<70x64xf32>
}
