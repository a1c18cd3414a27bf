// RUN: matrix-compile %s --emit=dialect -o - | FileCheck %s
// RUN: matrix-run %s --random --check

// Rows of the image that later register blocks read are transposed beside the
// products of earlier ones.
// CHECK: matrix.tmma
// CHECK: %[[TILE:.*]] = matrix.tldt {{.*}} : memref<16x352xf32
// CHECK-NEXT: matrix.tmma
// CHECK: matrix.tmma
// CHECK: matrix.tstc %[[TILE]]
// CHECK-NEXT: matrix.tmma
func.func @main(%x: tensor<1x16x30x58xf32>, %w: tensor<16x16x3x3xf32>) -> tensor<1x16x28x56xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x28x56xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x16x28x56xf32>) -> tensor<1x16x28x56xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<1x16x30x58xf32>, tensor<16x16x3x3xf32>) outs(%f : tensor<1x16x28x56xf32>) -> tensor<1x16x28x56xf32>
  return %r : tensor<1x16x28x56xf32>
}
