// RUN: matrix-run %s --random=3 --check

// Windows that do not overlap, over images of few channels: patches of a transformer with a bias and in another order,
// images with a batch, one dimension, narrow types, and windows that leave out elements.
func.func @main(%image: tensor<1x3x48x32xf32>, %filter: tensor<40x3x8x8xf32>, %bias: tensor<40xf32>,
                %batch: tensor<2x3x32x48xbf16>, %narrow: tensor<48x3x16x16xbf16>, %signal: tensor<1x2x120xf32>,
                %taps: tensor<20x2x10xf32>, %odd: tensor<1x3x33x34xf32>, %few: tensor<70x3x8x8xf32>)
    -> (tensor<1x24x40xf32>, tensor<2x48x2x3xf32>, tensor<1x20x12xf32>, tensor<1x70x4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x40x6x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x40x6x4xf32>) -> tensor<1x40x6x4xf32>
  %conv = linalg.conv_2d_nchw_fchw {strides = dense<8> : tensor<2xi64>} ins(%image, %filter : tensor<1x3x48x32xf32>, tensor<40x3x8x8xf32>)
      outs(%1 : tensor<1x40x6x4xf32>) -> tensor<1x40x6x4xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(n, f, y, x) -> (n, f, y, x)>, affine_map<(n, f, y, x) -> (f)>, affine_map<(n, f, y, x) -> (n, f, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%conv, %bias : tensor<1x40x6x4xf32>, tensor<40xf32>) outs(%0 : tensor<1x40x6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<1x40x6x4xf32>
  %flat = tensor.collapse_shape %sum [[0], [1], [2, 3]] : tensor<1x40x6x4xf32> into tensor<1x40x24xf32>
  %2 = tensor.empty() : tensor<1x24x40xf32>
  %patches = linalg.transpose ins(%flat : tensor<1x40x24xf32>) outs(%2 : tensor<1x24x40xf32>) permutation = [0, 2, 1]
  %3 = tensor.empty() : tensor<2x48x2x3xf32>
  %4 = linalg.fill ins(%zero : f32) outs(%3 : tensor<2x48x2x3xf32>) -> tensor<2x48x2x3xf32>
  %second = linalg.conv_2d_nchw_fchw {strides = dense<16> : tensor<2xi64>} ins(%batch, %narrow : tensor<2x3x32x48xbf16>, tensor<48x3x16x16xbf16>)
      outs(%4 : tensor<2x48x2x3xf32>) -> tensor<2x48x2x3xf32>
  %5 = tensor.empty() : tensor<1x20x12xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<1x20x12xf32>) -> tensor<1x20x12xf32>
  %third = linalg.conv_1d_ncw_fcw {strides = dense<10> : tensor<1xi64>} ins(%signal, %taps : tensor<1x2x120xf32>, tensor<20x2x10xf32>)
      outs(%6 : tensor<1x20x12xf32>) -> tensor<1x20x12xf32>
  %7 = tensor.empty() : tensor<1x70x4x4xf32>
  %8 = linalg.fill ins(%zero : f32) outs(%7 : tensor<1x70x4x4xf32>) -> tensor<1x70x4x4xf32>
  %fourth = linalg.conv_2d_nchw_fchw {strides = dense<8> : tensor<2xi64>} ins(%odd, %few : tensor<1x3x33x34xf32>, tensor<70x3x8x8xf32>)
      outs(%8 : tensor<1x70x4x4xf32>) -> tensor<1x70x4x4xf32>
  return %patches, %second, %third, %fourth : tensor<1x24x40xf32>, tensor<2x48x2x3xf32>, tensor<1x20x12xf32>, tensor<1x70x4x4xf32>
}
