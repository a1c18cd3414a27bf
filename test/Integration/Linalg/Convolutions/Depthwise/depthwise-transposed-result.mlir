// RUN: matrix-run %s --random=3 --check

// The result of a depthwise convolution is read in another order, as by the linear layers of ConvNeXt.
func.func @main(%image: tensor<1x20x14x14xf32>, %filter: tensor<20x3x3xf32>, %bias: tensor<20xf32>) -> tensor<1x12x12x20xf32> {
  %empty = tensor.empty() : tensor<1x20x12x12xf32>
  %init = linalg.broadcast ins(%bias : tensor<20xf32>) outs(%empty : tensor<1x20x12x12xf32>) dimensions = [0, 2, 3]
  %channels_first = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%image, %filter : tensor<1x20x14x14xf32>, tensor<20x3x3xf32>) outs(%init : tensor<1x20x12x12xf32>) -> tensor<1x20x12x12xf32>
  %result = tensor.empty() : tensor<1x12x12x20xf32>
  %channels_last = linalg.transpose ins(%channels_first : tensor<1x20x12x12xf32>) outs(%result : tensor<1x12x12x20xf32>) permutation = [0, 2, 3, 1]
  return %channels_last : tensor<1x12x12x20xf32>
}
