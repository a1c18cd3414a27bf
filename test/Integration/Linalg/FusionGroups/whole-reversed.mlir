// RUN: matrix-run %s --random=3 --check
// RUN: matrix-run %s --random=3 --check --mcpu=amx-like

// Slices with negative strides that have all elements, and so the type, of their tensors: of an argument, of a result, and reshaped.
func.func @main(%a: tensor<32x16xf32>, %b: tensor<32x16xf32>, %c: tensor<8x4x16xf32>)
    -> (tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<8x4x16xf32>) {
  %e = tensor.empty() : tensor<32x16xf32>
  %f = tensor.empty() : tensor<8x4x16xf32>
  %ra = tensor.extract_slice %a[31, 0] [32, 16] [-1, 1] : tensor<32x16xf32> to tensor<32x16xf32>
  %x = linalg.add ins(%ra, %b : tensor<32x16xf32>, tensor<32x16xf32>) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
  %y = linalg.sub ins(%x, %a : tensor<32x16xf32>, tensor<32x16xf32>) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
  %ry = tensor.extract_slice %y[31, 0] [32, 16] [-1, 1] : tensor<32x16xf32> to tensor<32x16xf32>
  %z = linalg.mul ins(%ry, %y : tensor<32x16xf32>, tensor<32x16xf32>) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
  %rc = tensor.extract_slice %c[7, 0, 0] [8, 4, 16] [-1, 1, 1] : tensor<8x4x16xf32> to tensor<8x4x16xf32>
  %flat = tensor.collapse_shape %rc [[0, 1], [2]] : tensor<8x4x16xf32> into tensor<32x16xf32>
  %v = linalg.add ins(%flat, %b : tensor<32x16xf32>, tensor<32x16xf32>) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
  %w = linalg.mul ins(%rc, %c : tensor<8x4x16xf32>, tensor<8x4x16xf32>) outs(%f : tensor<8x4x16xf32>) -> tensor<8x4x16xf32>
  return %x, %z, %v, %w : tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<8x4x16xf32>
}
