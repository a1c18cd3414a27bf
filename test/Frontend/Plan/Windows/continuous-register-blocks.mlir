// RUN: matrix-compile %s --emit=plan -o - | FileCheck %s
// RUN: matrix-run %s --random --check

// Seven rows of seven pixels are four continuous tiles, which one register block
// has, rather than seven tiles that begin in rows.
// CHECK: <columns, dim = 2, extent = 7, block = 9
// CHECK: registers = [2, 4]
func.func @main(%x: tensor<1x128x9x9xf32>, %w: tensor<128x128x3x3xf32>) -> tensor<1x128x7x7xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x128x7x7xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<1x128x9x9xf32>, tensor<128x128x3x3xf32>) outs(%f : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
  return %r : tensor<1x128x7x7xf32>
}
