// RUN: matrix-run %s --random=3 --check

// Slices of tensors.
func.func @main(%a: tensor<20x70xf32>, %b: tensor<20x35xf32>) -> tensor<20x70xf32> {
  %s = tensor.extract_slice %a[0, 35] [20, 35] [1, 1] : tensor<20x70xf32> to tensor<20x35xf32>
  %e = tensor.empty() : tensor<20x35xf32>
  %x = linalg.add ins(%s, %b : tensor<20x35xf32>, tensor<20x35xf32>) outs(%e : tensor<20x35xf32>) -> tensor<20x35xf32>
  %i = tensor.insert_slice %x into %a[0, 0] [20, 35] [1, 1] : tensor<20x35xf32> into tensor<20x70xf32>
  return %i : tensor<20x70xf32> }
