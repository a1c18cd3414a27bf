// RUN: matrix-run %s --random=2 --check

// Convolution of 3 x 3 by the Winograd transforms.
func.func @main(%x: tensor<2x6x6x5xf32>, %w: tensor<2x3x3x5xf32>) -> tensor<2x4x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<6x6x5x2xf32>
  %f = linalg.winograd_filter_transform fmr(F_4_3) ins(%w : tensor<2x3x3x5xf32>) outs(%e0 : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %e1 = tensor.empty() : tensor<6x6x1x1x2x5xf32>
  %i = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x6x6x5xf32>) outs(%e1 : tensor<6x6x1x1x2x5xf32>) -> tensor<6x6x1x1x2x5xf32>
  %a = tensor.collapse_shape %f [[0, 1], [2], [3]] : tensor<6x6x5x2xf32> into tensor<36x5x2xf32>
  %b = tensor.collapse_shape %i [[0, 1], [2, 3, 4], [5]] : tensor<6x6x1x1x2x5xf32> into tensor<36x2x5xf32>
  %e2 = tensor.empty() : tensor<36x2x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e2 : tensor<36x2x2xf32>) -> tensor<36x2x2xf32>
  %m = linalg.batch_matmul ins(%b, %a : tensor<36x2x5xf32>, tensor<36x5x2xf32>) outs(%z : tensor<36x2x2xf32>) -> tensor<36x2x2xf32>
  %c = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [6, 6, 1, 1, 2, 2] : tensor<36x2x2xf32> into tensor<6x6x1x1x2x2xf32>
  %e3 = tensor.empty() : tensor<2x4x4x2xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  %o = linalg.winograd_output_transform fmr(F_4_3) ins(%c : tensor<6x6x1x1x2x2xf32>) outs(%z3 : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  return %o : tensor<2x4x4x2xf32>
}
