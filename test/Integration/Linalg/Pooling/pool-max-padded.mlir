// RUN: matrix-run %s --random=3 --check

// Maxima over padded windows of rows and of channels: transfers fill the
// padding with -infinity.
func.func @main(%a0: tensor<2x20x17x35xf32>, %a1: tensor<1x18x33x24xf32>) -> (tensor<2x20x9x18xf32>, tensor<1x10x17x24xf32>) {
  %least = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<3x3xf32>
  %p0 = tensor.pad %a0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %least : f32
  } : tensor<2x20x17x35xf32> to tensor<2x20x19x37xf32>
  %e0 = tensor.empty() : tensor<2x20x9x18xf32>
  %f0 = linalg.fill ins(%least : f32) outs(%e0 : tensor<2x20x9x18xf32>) -> tensor<2x20x9x18xf32>
  %r0 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>}
    ins(%p0, %window : tensor<2x20x19x37xf32>, tensor<3x3xf32>) outs(%f0 : tensor<2x20x9x18xf32>) -> tensor<2x20x9x18xf32>
  %p1 = tensor.pad %a1 low[0, 1, 1, 0] high[0, 2, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %least : f32
  } : tensor<1x18x33x24xf32> to tensor<1x21x35x24xf32>
  %e1 = tensor.empty() : tensor<1x10x17x24xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<1x10x17x24xf32>) -> tensor<1x10x17x24xf32>
  %r1 = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>}
    ins(%p1, %window : tensor<1x21x35x24xf32>, tensor<3x3xf32>) outs(%f1 : tensor<1x10x17x24xf32>) -> tensor<1x10x17x24xf32>
  return %r0, %r1 : tensor<2x20x9x18xf32>, tensor<1x10x17x24xf32>
}
