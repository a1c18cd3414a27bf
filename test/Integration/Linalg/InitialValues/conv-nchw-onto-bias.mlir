// RUN: matrix-run %s --random=3 --check

// Accumulation starts from a bias for each channel, as torch-mlir writes it.
func.func @main(%image: tensor<1x5x12x12xf32>, %filter: tensor<20x5x3x3xf32>, %bias: tensor<20xf32>) -> tensor<1x20x10x10xf32> {
  %empty = tensor.empty() : tensor<1x20x10x10xf32>
  %init = linalg.broadcast ins(%bias : tensor<20xf32>) outs(%empty : tensor<1x20x10x10xf32>) dimensions = [0, 2, 3]
  %result = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%image, %filter : tensor<1x5x12x12xf32>, tensor<20x5x3x3xf32>) outs(%init : tensor<1x20x10x10xf32>) -> tensor<1x20x10x10xf32>
  return %result : tensor<1x20x10x10xf32>
}
