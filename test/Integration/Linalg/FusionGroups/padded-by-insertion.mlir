// RUN: matrix-run %s --random=3 --check

// An image that is inserted into zeros, as torch-mlir pads transposed convolutions, and used otherwise as well.
func.func @main(%image: tensor<1x12x9x11xf32>, %filter: tensor<5x12x3x3xf32>, %small: tensor<3x5xi8>)
    -> (tensor<1x5x9x11xf32>, tensor<1x12x11x13xf32>, tensor<4x9xi8>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x12x11x13xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x12x11x13xf32>) -> tensor<1x12x11x13xf32>
  %padded = tensor.insert_slice %image into %f[0, 0, 1, 1] [1, 12, 9, 11] [1, 1, 1, 1] : tensor<1x12x9x11xf32> into tensor<1x12x11x13xf32>
  %re = tensor.empty() : tensor<1x5x9x11xf32>
  %init = linalg.fill ins(%zero : f32) outs(%re : tensor<1x5x9x11xf32>) -> tensor<1x5x9x11xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%padded, %filter : tensor<1x12x11x13xf32>, tensor<5x12x3x3xf32>) outs(%init : tensor<1x5x9x11xf32>) -> tensor<1x5x9x11xf32>
  %seven = arith.constant 7 : i8
  %be = tensor.empty() : tensor<4x9xi8>
  %b = linalg.fill ins(%seven : i8) outs(%be : tensor<4x9xi8>) -> tensor<4x9xi8>
  %s = tensor.insert_slice %small into %b[1, 3] [3, 5] [1, 1] : tensor<3x5xi8> into tensor<4x9xi8>
  return %r, %padded, %s : tensor<1x5x9x11xf32>, tensor<1x12x11x13xf32>, tensor<4x9xi8>
}
