// RUN: matrix-run %s --random=2 --check

// Packed layouts: whole and partial blocks, permuted dimensions.
func.func @main(%x: tensor<30x50xf32>, %y: tensor<32x12xi8>) -> (tensor<30x50xf32>, tensor<3x2x4x16xi8>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x7x8x8xf32>
  %p = linalg.pack %x padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e : tensor<30x50xf32> -> tensor<4x7x8x8xf32>
  %n = linalg.negf ins(%p : tensor<4x7x8x8xf32>) outs(%e : tensor<4x7x8x8xf32>) -> tensor<4x7x8x8xf32>
  %f = tensor.empty() : tensor<30x50xf32>
  %u = linalg.unpack %n inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %f : tensor<4x7x8x8xf32> -> tensor<30x50xf32>
  %g = tensor.empty() : tensor<3x2x4x16xi8>
  %q = linalg.pack %y outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 16] into %g : tensor<32x12xi8> -> tensor<3x2x4x16xi8>
  return %u, %q : tensor<30x50xf32>, tensor<3x2x4x16xi8>
}
