// RUN: matrix-run %s --random=3 --check

// Windows with a result extent of 1 that do not cover the entire image:
// pools on 3x3, a convolution with stride 2 on 4x4, pools on 3x5, a dilated window
// with one extent of 1, and the same in one and in three dimensions.
func.func @main(%a: tensor<1x3x3x20xf32>, %b: tensor<1x4x4x8xf32>, %w: tensor<3x3x8x17xf32>,
                %c: tensor<1x6x3x5xf32>, %d: tensor<2x7x6x4xf32>, %v: tensor<4x3x2xf32>,
                %l: tensor<1x8x5xf32>, %t: tensor<1x3x4x3x5xf32>)
    -> (tensor<1x1x1x20xf32>, tensor<1x1x1x20xf32>, tensor<1x1x1x17xf32>, tensor<1x6x1x2xf32>,
        tensor<2x1x2x4xf32>, tensor<1x1x5xf32>, tensor<1x1x2x1x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -100.0 : f32
  %w2 = tensor.empty() : tensor<2x2xf32>
  %w3 = tensor.empty() : tensor<3xf32>
  %w222 = tensor.empty() : tensor<2x2x2xf32>
  %ae = tensor.empty() : tensor<1x1x1x20xf32>
  %amaxs = linalg.fill ins(%low : f32) outs(%ae : tensor<1x1x1x20xf32>) -> tensor<1x1x1x20xf32>
  %asums = linalg.fill ins(%zero : f32) outs(%ae : tensor<1x1x1x20xf32>) -> tensor<1x1x1x20xf32>
  %max = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%a, %w2 : tensor<1x3x3x20xf32>, tensor<2x2xf32>) outs(%amaxs : tensor<1x1x1x20xf32>) -> tensor<1x1x1x20xf32>
  %sum = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%a, %w2 : tensor<1x3x3x20xf32>, tensor<2x2xf32>) outs(%asums : tensor<1x1x1x20xf32>) -> tensor<1x1x1x20xf32>
  %be = tensor.empty() : tensor<1x1x1x17xf32>
  %bz = linalg.fill ins(%zero : f32) outs(%be : tensor<1x1x1x17xf32>) -> tensor<1x1x1x17xf32>
  %conv = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%b, %w : tensor<1x4x4x8xf32>, tensor<3x3x8x17xf32>) outs(%bz : tensor<1x1x1x17xf32>) -> tensor<1x1x1x17xf32>
  %ce = tensor.empty() : tensor<1x6x1x2xf32>
  %cl = linalg.fill ins(%low : f32) outs(%ce : tensor<1x6x1x2xf32>) -> tensor<1x6x1x2xf32>
  %nchw = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%c, %w2 : tensor<1x6x3x5xf32>, tensor<2x2xf32>) outs(%cl : tensor<1x6x1x2xf32>) -> tensor<1x6x1x2xf32>
  %dwt = tensor.empty() : tensor<3x2x4xf32>
  %de = tensor.empty() : tensor<2x1x2x4xf32>
  %dz = linalg.fill ins(%zero : f32) outs(%de : tensor<2x1x2x4xf32>) -> tensor<2x1x2x4xf32>
  %vt = linalg.transpose ins(%v : tensor<4x3x2xf32>) outs(%dwt : tensor<3x2x4xf32>) permutation = [1, 2, 0]
  %depth = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[2, 3]> : vector<2xi64>, strides = dense<[2, 2]> : vector<2xi64>} ins(%d, %vt : tensor<2x7x6x4xf32>, tensor<3x2x4xf32>) outs(%dz : tensor<2x1x2x4xf32>) -> tensor<2x1x2x4xf32>
  %le = tensor.empty() : tensor<1x1x5xf32>
  %lz = linalg.fill ins(%low : f32) outs(%le : tensor<1x1x5xf32>) -> tensor<1x1x5xf32>
  %line = linalg.pooling_nwc_max {dilations = dense<2> : vector<1xi64>, strides = dense<4> : vector<1xi64>} ins(%l, %w3 : tensor<1x8x5xf32>, tensor<3xf32>) outs(%lz : tensor<1x1x5xf32>) -> tensor<1x1x5xf32>
  %te = tensor.empty() : tensor<1x1x2x1x5xf32>
  %tz = linalg.fill ins(%zero : f32) outs(%te : tensor<1x1x2x1x5xf32>) -> tensor<1x1x2x1x5xf32>
  %volume = linalg.pooling_ndhwc_sum {dilations = dense<1> : vector<3xi64>, strides = dense<2> : vector<3xi64>} ins(%t, %w222 : tensor<1x3x4x3x5xf32>, tensor<2x2x2xf32>) outs(%tz : tensor<1x1x2x1x5xf32>) -> tensor<1x1x2x1x5xf32>
  return %max, %sum, %conv, %nchw, %depth, %line, %volume : tensor<1x1x1x20xf32>, tensor<1x1x1x20xf32>, tensor<1x1x1x17xf32>, tensor<1x6x1x2xf32>, tensor<2x1x2x4xf32>, tensor<1x1x5xf32>, tensor<1x1x2x1x5xf32>
}
