// RUN: matrix-run %s --random=3 --check

// Nearest neighbors: elements and rows that are repeated; and every second or third element of a tensor.
#repeated = affine_map<(c, y, p, x, q) -> (c, y, x)>
#all = affine_map<(c, y, p, x, q) -> (c, y, p, x, q)>
func.func @main(%a: tensor<7x13x28xf32>, %b: tensor<7x13x28xi8>, %c: tensor<16x40x2xf32>, %d: tensor<8x30x3xbf16>)
    -> (tensor<7x13x2x28x2xf32>, tensor<7x13x3x28x3xi8>, tensor<16x40xf32>, tensor<8x30xbf16>) {
  %0 = tensor.empty() : tensor<7x13x2x28x2xf32>
  %r = linalg.generic {indexing_maps = [#repeated, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%a : tensor<7x13x28xf32>) outs(%0 : tensor<7x13x2x28x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<7x13x2x28x2xf32>
  %1 = tensor.empty() : tensor<7x13x3x28x3xi8>
  %s = linalg.generic {indexing_maps = [#repeated, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%b : tensor<7x13x28xi8>) outs(%1 : tensor<7x13x3x28x3xi8>) {
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  } -> tensor<7x13x3x28x3xi8>
  %t = tensor.extract_slice %c[0, 0, 1] [16, 40, 1] [1, 1, 1] : tensor<16x40x2xf32> to tensor<16x40xf32>
  %u = tensor.extract_slice %d[0, 0, 2] [8, 30, 1] [1, 1, 1] : tensor<8x30x3xbf16> to tensor<8x30xbf16>
  return %r, %s, %t, %u : tensor<7x13x2x28x2xf32>, tensor<7x13x3x28x3xi8>, tensor<16x40xf32>, tensor<8x30xbf16>
}
