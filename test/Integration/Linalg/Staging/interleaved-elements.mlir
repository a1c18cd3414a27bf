// RUN: matrix-run %s --random=3 --check

// Pairs, triples and single elements of rows, and their inverse, in elements of all widths.

func.func @main(%x: tensor<60x128xf32>, %y: tensor<2500x3xf64>, %z: tensor<40x50x6xi8>, %p: tensor<33x70x1xbf16>, %q: tensor<33x70x1xbf16>, %w: tensor<3000x4xi64>)
    -> (tensor<60x64x2xf32>, tensor<2500xf64>, tensor<40x50x2xi8>, tensor<33x140xbf16>, tensor<60x60xf32>, tensor<3000x4xi64>, tensor<750x4xi64>) {
  %even = tensor.extract_slice %x[0, 0] [60, 64] [1, 2] : tensor<60x128xf32> to tensor<60x64xf32>
  %odd = tensor.extract_slice %x[0, 1] [60, 64] [1, 2] : tensor<60x128xf32> to tensor<60x64xf32>
  %e = tensor.empty() : tensor<60x64xf32>
  %sum = linalg.add ins(%even, %odd : tensor<60x64xf32>, tensor<60x64xf32>) outs(%e : tensor<60x64xf32>) -> tensor<60x64xf32>
  %difference = linalg.sub ins(%even, %odd : tensor<60x64xf32>, tensor<60x64xf32>) outs(%e : tensor<60x64xf32>) -> tensor<60x64xf32>
  %a = tensor.expand_shape %sum [[0], [1, 2]] output_shape [60, 64, 1] : tensor<60x64xf32> into tensor<60x64x1xf32>
  %b = tensor.expand_shape %difference [[0], [1, 2]] output_shape [60, 64, 1] : tensor<60x64xf32> into tensor<60x64x1xf32>
  %pairs = tensor.concat dim(2) %a, %b : (tensor<60x64x1xf32>, tensor<60x64x1xf32>) -> tensor<60x64x2xf32>
  %second = tensor.extract_slice %y[0, 2] [2500, 1] [1, 1] : tensor<2500x3xf64> to tensor<2500xf64>
  %thirds = tensor.extract_slice %z[0, 0, 1] [40, 50, 2] [1, 1, 3] : tensor<40x50x6xi8> to tensor<40x50x2xi8>
  %c = tensor.concat dim(2) %p, %q : (tensor<33x70x1xbf16>, tensor<33x70x1xbf16>) -> tensor<33x70x2xbf16>
  %joined = tensor.collapse_shape %c [[0], [1, 2]] : tensor<33x70x2xbf16> into tensor<33x140xbf16>
  // Part of the pairs, from an offset on.
  %part = tensor.extract_slice %x[0, 5] [60, 60] [1, 2] : tensor<60x128xf32> to tensor<60x60xf32>
  // Columns in another order.
  %w0 = tensor.extract_slice %w[0, 0] [3000, 1] [1, 1] : tensor<3000x4xi64> to tensor<3000x1xi64>
  %w1 = tensor.extract_slice %w[0, 1] [3000, 1] [1, 1] : tensor<3000x4xi64> to tensor<3000x1xi64>
  %w3 = tensor.extract_slice %w[0, 3] [3000, 1] [1, 1] : tensor<3000x4xi64> to tensor<3000x1xi64>
  %columns = tensor.concat dim(1) %w3, %w1, %w0, %w1 : (tensor<3000x1xi64>, tensor<3000x1xi64>, tensor<3000x1xi64>, tensor<3000x1xi64>) -> tensor<3000x4xi64>
  %rows = tensor.extract_slice %w[2, 0] [750, 4] [4, 1] : tensor<3000x4xi64> to tensor<750x4xi64>
  return %pairs, %second, %thirds, %joined, %part, %columns, %rows
      : tensor<60x64x2xf32>, tensor<2500xf64>, tensor<40x50x2xi8>, tensor<33x140xbf16>, tensor<60x60xf32>, tensor<3000x4xi64>, tensor<750x4xi64>
}
