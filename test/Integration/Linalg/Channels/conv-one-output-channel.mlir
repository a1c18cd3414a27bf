// Convolutions into a single channel, as at the end of a network: in f32 and i8, with strides, and in both memory orders.
// RUN: matrix-run %s --random=3 --check

func.func @main(%x: tensor<1x20x12x13xf32>, %w: tensor<1x20x3x3xf32>, %y: tensor<1x17x13x14xi8>, %v: tensor<1x17x5x5xi8>,
                %z: tensor<1x9x10x24xf32>, %u: tensor<3x3x24x1xf32>, %start: tensor<1x1x5x5xi32>)
    -> (tensor<1x1x10x11xf32>, tensor<1x1x5x5xi32>, tensor<1x7x8x1xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x1x10x11xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x1x10x11xf32>) -> tensor<1x1x10x11xf32>
  %r0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<1x20x12x13xf32>, tensor<1x20x3x3xf32>) outs(%f0 : tensor<1x1x10x11xf32>) -> tensor<1x1x10x11xf32>
  %r1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%y, %v : tensor<1x17x13x14xi8>, tensor<1x17x5x5xi8>) outs(%start : tensor<1x1x5x5xi32>) -> tensor<1x1x5x5xi32>
  %e2 = tensor.empty() : tensor<1x7x8x1xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x7x8x1xf32>) -> tensor<1x7x8x1xf32>
  %r2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%z, %u : tensor<1x9x10x24xf32>, tensor<3x3x24x1xf32>) outs(%f2 : tensor<1x7x8x1xf32>) -> tensor<1x7x8x1xf32>
  return %r0, %r1, %r2 : tensor<1x1x10x11xf32>, tensor<1x1x5x5xi32>, tensor<1x7x8x1xf32>
}
