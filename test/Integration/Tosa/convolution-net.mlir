// RUN: matrix-run %s --random=2 --check

// TOSA: convolution, pooling, reduction, broadcast, integers.
func.func @main(%x: tensor<1x9x9x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>, %i: tensor<6x8xi32>)
    -> (tensor<1x4x4x4xf32>, tensor<1x5x4xi32>, tensor<6x8xi32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x9x9x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x4xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32>
  %2 = tosa.max_pool2d %1 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x5x5x4xf32>) -> tensor<1x4x4x4xf32>
  %3 = tosa.reduce_sum %2 {axis = 3 : i32} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x1xf32>
  %4 = tosa.sub %2, %3 : (tensor<1x4x4x4xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x4xf32>
  %5 = tosa.sigmoid %4 : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.mul %i, %i, %s : (tensor<6x8xi32>, tensor<6x8xi32>, tensor<1xi8>) -> tensor<6x8xi32>
  %m = tosa.argmax %1 {axis = 2 : i32} : (tensor<1x5x5x4xf32>) -> tensor<1x5x4xi32>
  %g = tosa.greater %6, %i : (tensor<6x8xi32>, tensor<6x8xi32>) -> tensor<6x8xi1>
  %r = tosa.select %g, %6, %i : (tensor<6x8xi1>, tensor<6x8xi32>, tensor<6x8xi32>) -> tensor<6x8xi32>
  return %5, %m, %r : tensor<1x4x4x4xf32>, tensor<1x5x4xi32>, tensor<6x8xi32>
}
