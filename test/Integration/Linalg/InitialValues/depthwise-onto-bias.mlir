// RUN: matrix-run %s --random=3 --check

// Accumulation starts from a bias for each channel; windows move in steps of 2.
func.func @main(%image: tensor<1x20x15x15xf32>, %filter: tensor<20x3x3xf32>, %bias: tensor<20xf32>) -> tensor<1x20x7x7xf32> {
  %empty = tensor.empty() : tensor<1x20x7x7xf32>
  %init = linalg.broadcast ins(%bias : tensor<20xf32>) outs(%empty : tensor<1x20x7x7xf32>) dimensions = [0, 2, 3]
  %result = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%image, %filter : tensor<1x20x15x15xf32>, tensor<20x3x3xf32>) outs(%init : tensor<1x20x7x7xf32>) -> tensor<1x20x7x7xf32>
  return %result : tensor<1x20x7x7xf32>
}
