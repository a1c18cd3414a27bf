// RUN: matrix-run %s --random=3 --check
// RUN: matrix-run %s --random=3 --check --mcpu=amx-like

// Filters that are slices of padded tensors: whole rows, and parts of them; of products of matrices, and of separate channels.
func.func @main(%x: tensor<1x18x18x16xf32>, %w: tensor<3x3x16x32xf32>, %v: tensor<3x3x16xf32>)
    -> (tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>, tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x16x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  %p = tensor.pad %w low[2, 0, 0, 0] high[1, 0, 0, 0] {
  ^bb0(%i: index, %j: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<3x3x16x32xf32> to tensor<6x3x16x32xf32>
  %a = tensor.extract_slice %p[1, 0, 0, 0] [3, 3, 16, 32] [1, 1, 1, 1] : tensor<6x3x16x32xf32> to tensor<3x3x16x32xf32>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>}
      ins(%x, %a : tensor<1x18x18x16xf32>, tensor<3x3x16x32xf32>) outs(%f : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  %q = tensor.pad %w low[0, 0, 1, 2] high[0, 0, 1, 2] {
  ^bb0(%i: index, %j: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<3x3x16x32xf32> to tensor<3x3x18x36xf32>
  %b = tensor.extract_slice %q[0, 0, 1, 3] [3, 3, 16, 32] [1, 1, 1, 1] : tensor<3x3x18x36xf32> to tensor<3x3x16x32xf32>
  %s = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>}
      ins(%x, %b : tensor<1x18x18x16xf32>, tensor<3x3x16x32xf32>) outs(%f : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  %g = tensor.empty() : tensor<1x16x16x16xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %k = tensor.pad %v low[2, 0, 2] high[1, 0, 2] {
  ^bb0(%i: index, %j: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<3x3x16xf32> to tensor<6x3x20xf32>
  %c = tensor.extract_slice %k[1, 0, 1] [3, 3, 16] [1, 1, 1] : tensor<6x3x20xf32> to tensor<3x3x16xf32>
  %t = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<1> : tensor<2xi64>}
      ins(%x, %c : tensor<1x18x18x16xf32>, tensor<3x3x16xf32>) outs(%h : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %l = tensor.pad %v low[2, 0, 0] high[1, 0, 0] {
  ^bb0(%i: index, %j: index, %c1: index):
    tensor.yield %zero : f32
  } : tensor<3x3x16xf32> to tensor<6x3x16xf32>
  %d = tensor.extract_slice %l[1, 0, 0] [3, 3, 16] [1, 1, 1] : tensor<6x3x16xf32> to tensor<3x3x16xf32>
  %u = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<1> : tensor<2xi64>}
      ins(%x, %d : tensor<1x18x18x16xf32>, tensor<3x3x16xf32>) outs(%h : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  return %r, %s, %t, %u : tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>, tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>
}
