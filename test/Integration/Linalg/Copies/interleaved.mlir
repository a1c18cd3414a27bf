// RUN: matrix-run %s --random=3 --check

// Rows of DRAM whose elements are interleaved in the scratchpad: other phases than the vector has, types of other widths,
// and extents that no block divides evenly.
func.func @main(%a: tensor<6x2x2x13x28xf32>, %b: tensor<5x3x3x11x14xbf16>, %c: tensor<3x4x4x10x32xi8>)
    -> (tensor<6x13x2x28x2xf32>, tensor<5x11x3x14x3xbf16>, tensor<3x10x4x32x4xi8>) {
  %0 = tensor.empty() : tensor<6x13x2x28x2xf32>
  %r = linalg.transpose ins(%a : tensor<6x2x2x13x28xf32>) outs(%0 : tensor<6x13x2x28x2xf32>) permutation = [0, 3, 1, 4, 2]
  %1 = tensor.empty() : tensor<5x11x3x14x3xbf16>
  %s = linalg.transpose ins(%b : tensor<5x3x3x11x14xbf16>) outs(%1 : tensor<5x11x3x14x3xbf16>) permutation = [0, 3, 1, 4, 2]
  %2 = tensor.empty() : tensor<3x10x4x32x4xi8>
  %t = linalg.transpose ins(%c : tensor<3x4x4x10x32xi8>) outs(%2 : tensor<3x10x4x32x4xi8>) permutation = [0, 3, 1, 4, 2]
  return %r, %s, %t : tensor<6x13x2x28x2xf32>, tensor<5x11x3x14x3xbf16>, tensor<3x10x4x32x4xi8>
}
