// RUN: matrix-opt %s -split-input-file -verify-diagnostics \
// RUN:   -pass-pipeline='builtin.module(matrix-set-target{cpu=gemmini},func.func(matrix-legalize,canonicalize,cse),matrix-lower-fusion-trees,canonicalize,cse)' \
// RUN:   | FileCheck %s

// A vector is a matrix with one column or one row.

// CHECK-LABEL: func @vectors
// CHECK: vector.contract {{.*}} : vector<16x16xi8>, vector<16x1xi8> into vector<16x1xi32>
// CHECK: vector.contract {{.*}} : vector<1x16xi8>, vector<16x16xi8> into vector<1x16xi32>
// CHECK-NOT: linalg.generic
func.func @vectors(%a: tensor<32x32xi8>, %x: tensor<32xi8>, %y: tensor<32xi32>) -> (tensor<32xi32>, tensor<32xi32>) {
  %r = linalg.matvec ins(%a, %x : tensor<32x32xi8>, tensor<32xi8>) outs(%y : tensor<32xi32>) -> tensor<32xi32>
  %s = linalg.vecmat ins(%x, %a : tensor<32xi8>, tensor<32x32xi8>) outs(%y : tensor<32xi32>) -> tensor<32xi32>
  return %r, %s : tensor<32xi32>, tensor<32xi32>
}

// -----

// A constant initial value of sums is read from one row of memory repeatedly.

// CHECK-LABEL: func @constant
// CHECK-DAG: %[[FIVE:.*]] = arith.constant 5 : i32
// CHECK: %[[ROW:.*]] = memref.alloc() : memref<16xi32>
// CHECK: linalg.fill ins(%[[FIVE]] : i32) outs(%[[ROW]] : memref<16xi32>)
// CHECK: vector.transfer_read %[[ROW]][%c0], {{.*}} memref<16xi32>, vector<16x16xi32>
// CHECK: vector.contract
func.func @constant(%a: tensor<32x32xi8>) -> tensor<32x32xi32> {
  %five = arith.constant 5 : i32
  %e = tensor.empty() : tensor<32x32xi32>
  %f = linalg.fill ins(%five : i32) outs(%e : tensor<32x32xi32>) -> tensor<32x32xi32>
  %r = linalg.matmul ins(%a, %a : tensor<32x32xi8>, tensor<32x32xi8>) outs(%f : tensor<32x32xi32>) -> tensor<32x32xi32>
  return %r : tensor<32x32xi32>
}

// -----

// Windows are read from the image, as a matrix of positions by channels, if positions are
// adjacent; with a stride of two, from an im2col copy.

// CHECK-LABEL: func @windows
// CHECK: vector.transfer_read %{{.*}} : memref<1x18x18x16xi8>, vector<16x16xi8>
// CHECK: vector.contract
// CHECK: %[[COPY:.*]] = memref.alloc() : memref<1x8x3x3x1x1x8x16xi8>
// CHECK: vector.transfer_read %[[COPY]]{{.*}} vector<8x16xi8>
// CHECK: vector.contract
// CHECK-NOT: linalg.generic
func.func @windows(%i: tensor<1x18x18x16xi8>, %k: tensor<3x3x16x16xi8>, %b: tensor<1x16x16x16xi32>, %d: tensor<1x8x8x16xi32>) -> (tensor<1x16x16x16xi32>, tensor<1x8x8x16xi32>) {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x18x18x16xi8>, tensor<3x3x16x16xi8>) outs(%b : tensor<1x16x16x16xi32>) -> tensor<1x16x16x16xi32>
  %s = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%i, %k : tensor<1x18x18x16xi8>, tensor<3x3x16x16xi8>) outs(%d : tensor<1x8x8x16xi32>) -> tensor<1x8x8x16xi32>
  return %r, %s : tensor<1x16x16x16xi32>, tensor<1x8x8x16xi32>
}

// -----

// Bodies on vectors have operations of one result.

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func @high
// CHECK: matrix.launch
// CHECK: matrix.scalar_reason = "'arith.mulsi_extended' has no vector equivalent"
func.func @high(%a: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %zero = arith.constant 0 : i32
  %factor = arith.constant 1000003 : i32
  %e = tensor.empty() : tensor<64x64xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<64x64xi32>) -> tensor<64x64xi32>
  %s = linalg.matmul ins(%a, %a : tensor<64x64xi8>, tensor<64x64xi8>) outs(%f : tensor<64x64xi32>) -> tensor<64x64xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<64x64xi32>) outs(%e : tensor<64x64xi32>) {
  ^bb0(%x: i32, %o: i32):
    %low, %high = arith.mulsi_extended %x, %factor : i32
    linalg.yield %high : i32
  } -> tensor<64x64xi32>
  return %r : tensor<64x64xi32>
}
