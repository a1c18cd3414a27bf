// RUN: matrix-opt %s -matrix-legalize | FileCheck %s
// RUN: sed s/base/qkv/ %s | matrix-opt -matrix-legalize | FileCheck %s --check-prefix=ROWS

// Evenly spaced slices of a tensor, some of them negated, are read from it.

// CHECK: #[[$READ:.*]] = affine_map<(d0, d1, d2) -> (d0, d1 * -16 + d2 + 16)>
// CHECK: #[[$SIGN:.*]] = affine_map<(d0, d1, d2) -> (d1)>
// CHECK-LABEL: func @rotate
// CHECK-SAME: %[[X:.*]]: tensor<64x32xf32>, %[[SIN:.*]]: tensor
// CHECK: %[[SIGNS:.*]] = arith.constant dense<[-1.000000e+00, 1.000000e+00]>
// CHECK: %[[EXPANDED:.*]] = tensor.expand_shape %[[SIN]] {{.*}} into tensor<64x2x16xf32>
// CHECK-NOT: tensor.concat
// CHECK: linalg.generic {indexing_maps = [#[[$READ]], #{{.*}}, #[[$SIGN]], #{{.*}}], {{.*}} ins(%[[X]], %[[EXPANDED]], %[[SIGNS]]
// CHECK: arith.mulf
// CHECK-NOT: arith.negf
// CHECK: tensor.collapse_shape

// ROWS-LABEL: func @rotate
// ROWS: tensor.concat
module attributes {matrix.target = #matrix.target<"base">} {
  func.func @rotate(%x: tensor<64x32xf32>, %sin: tensor<64x32xf32>) -> tensor<64x32xf32> {
    %low = tensor.extract_slice %x[0, 0] [64, 16] [1, 1] : tensor<64x32xf32> to tensor<64x16xf32>
    %high = tensor.extract_slice %x[0, 16] [64, 16] [1, 1] : tensor<64x32xf32> to tensor<64x16xf32>
    %half = tensor.empty() : tensor<64x16xf32>
    %negated = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%high : tensor<64x16xf32>) outs(%half : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %n = arith.negf %in : f32
      linalg.yield %n : f32
    } -> tensor<64x16xf32>
    %rotated = tensor.concat dim(1) %negated, %low : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<64x32xf32>
    %empty = tensor.empty() : tensor<64x32xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%rotated, %sin : tensor<64x32xf32>, tensor<64x32xf32>) outs(%empty : tensor<64x32xf32>) {
    ^bb0(%r: f32, %s: f32, %out: f32):
      %p = arith.mulf %r, %s : f32
      linalg.yield %p : f32
    } -> tensor<64x32xf32>
    return %y : tensor<64x32xf32>
  }

  // Slices of different tensors stay.
  // CHECK-LABEL: func @different
  // CHECK: tensor.concat
  func.func @different(%x: tensor<64x16xf32>, %y: tensor<64x16xf32>) -> tensor<64x32xf32> {
    %joined = tensor.concat dim(1) %x, %y : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<64x32xf32>
    %empty = tensor.empty() : tensor<64x32xf32>
    %z = linalg.exp ins(%joined : tensor<64x32xf32>) outs(%empty : tensor<64x32xf32>) -> tensor<64x32xf32>
    return %z : tensor<64x32xf32>
  }

  // Unevenly spaced ones stay as well.
  // CHECK-LABEL: func @uneven
  // CHECK: tensor.concat
  func.func @uneven(%x: tensor<64x64xf32>) -> tensor<64x48xf32> {
    %a = tensor.extract_slice %x[0, 48] [64, 16] [1, 1] : tensor<64x64xf32> to tensor<64x16xf32>
    %b = tensor.extract_slice %x[0, 0] [64, 16] [1, 1] : tensor<64x64xf32> to tensor<64x16xf32>
    %c = tensor.extract_slice %x[0, 16] [64, 16] [1, 1] : tensor<64x64xf32> to tensor<64x16xf32>
    %joined = tensor.concat dim(1) %a, %b, %c : (tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<64x48xf32>
    %empty = tensor.empty() : tensor<64x48xf32>
    %z = linalg.exp ins(%joined : tensor<64x48xf32>) outs(%empty : tensor<64x48xf32>) -> tensor<64x48xf32>
    return %z : tensor<64x48xf32>
  }
}
