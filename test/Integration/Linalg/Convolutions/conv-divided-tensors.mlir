// Tensors between launches are divided over the scratchpads of the cores: 24 channels by
// products of all channels, and a depthwise convolution of some at a time; 20 channels, which
// are less than the rows of two tiles; and rows of a matrix.
//
// RUN: matrix-run %s --mcpu=base --random --check
// RUN: matrix-run %s --mcpu=ring32 --random --check

func.func @main(%image: tensor<1x16x48x48xf32>, %expand: tensor<24x16x1x1xf32>,
                %taps: tensor<24x3x3xf32>, %project: tensor<20x24x1x1xf32>,
                %last: tensor<8x20x1x1xf32>, %x: tensor<256x128xf32>,
                %w: tensor<128x256xf32>, %v: tensor<256x64xf32>)
    -> (tensor<1x8x48x48xf32>, tensor<256x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x24x48x48xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x24x48x48xf32>) -> tensor<1x24x48x48xf32>
  %wide = linalg.conv_2d_nchw_fchw ins(%image, %expand : tensor<1x16x48x48xf32>, tensor<24x16x1x1xf32>)
      outs(%i0 : tensor<1x24x48x48xf32>) -> tensor<1x24x48x48xf32>
  %padded = tensor.pad %wide low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %y: index, %z: index):
    tensor.yield %zero : f32
  } : tensor<1x24x48x48xf32> to tensor<1x24x50x50xf32>
  %deep = linalg.depthwise_conv_2d_nchw_chw ins(%padded, %taps : tensor<1x24x50x50xf32>, tensor<24x3x3xf32>)
      outs(%i0 : tensor<1x24x48x48xf32>) -> tensor<1x24x48x48xf32>
  %e1 = tensor.empty() : tensor<1x20x48x48xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x20x48x48xf32>) -> tensor<1x20x48x48xf32>
  %narrow = linalg.conv_2d_nchw_fchw ins(%deep, %project : tensor<1x24x48x48xf32>, tensor<20x24x1x1xf32>)
      outs(%i1 : tensor<1x20x48x48xf32>) -> tensor<1x20x48x48xf32>
  %e2 = tensor.empty() : tensor<1x8x48x48xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x8x48x48xf32>) -> tensor<1x8x48x48xf32>
  %few = linalg.conv_2d_nchw_fchw ins(%narrow, %last : tensor<1x20x48x48xf32>, tensor<8x20x1x1xf32>)
      outs(%i2 : tensor<1x8x48x48xf32>) -> tensor<1x8x48x48xf32>

  %e3 = tensor.empty() : tensor<256x256xf32>
  %i3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %hidden = linalg.matmul ins(%x, %w : tensor<256x128xf32>, tensor<128x256xf32>)
      outs(%i3 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %turned = tensor.empty() : tensor<256x256xf32>
  %t = linalg.transpose ins(%hidden : tensor<256x256xf32>) outs(%turned : tensor<256x256xf32>) permutation = [1, 0]
  %e4 = tensor.empty() : tensor<256x64xf32>
  %i4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<256x64xf32>) -> tensor<256x64xf32>
  %product = linalg.matmul ins(%t, %v : tensor<256x256xf32>, tensor<256x64xf32>)
      outs(%i4 : tensor<256x64xf32>) -> tensor<256x64xf32>
  return %few, %product : tensor<1x8x48x48xf32>, tensor<256x64xf32>
}
