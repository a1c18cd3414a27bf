// Where no instruction multiplies tiles of a type, a convolution is a reduction. The image is contiguous in the columns of
// the result and of the window, the filter in those of the window: the wider ones are the columns of tiles.
//
// RUN: matrix-compile %s --mcpu=edge --emit=plan -o - | FileCheck %s

// CHECK: matrix.plan @reduction_0
// CHECK: <rows, dim = 0, extent = 64
// CHECK-SAME: <columns, dim = 2, extent = 28
func.func @main(%image: tensor<1x64x30x30xf32>, %filter: tensor<64x64x3x3xf32>) -> tensor<1x64x28x28xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x28x28xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x28x28xf32>) -> tensor<1x64x28x28xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%image, %filter : tensor<1x64x30x30xf32>, tensor<64x64x3x3xf32>)
    outs(%init : tensor<1x64x28x28xf32>) -> tensor<1x64x28x28xf32>
  return %r : tensor<1x64x28x28xf32>
}
