// RUN: matrix-run %s --random --check

// Fewer channels than rows of an image: channels are the rows of tiles, because windows move over the others.
func.func @main(%x: tensor<1x5x36x40xf32>) -> tensor<1x5x18x20xf32> {
  %c = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x5x18x20xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<1x5x18x20xf32>) -> tensor<1x5x18x20xf32>
  %r = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %w : tensor<1x5x36x40xf32>, tensor<2x2xf32>) outs(%f : tensor<1x5x18x20xf32>) -> tensor<1x5x18x20xf32>
  return %r : tensor<1x5x18x20xf32>
}
