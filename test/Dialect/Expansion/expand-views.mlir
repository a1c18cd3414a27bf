// RUN: matrix-opt %s -matrix-expand-views | FileCheck %s

// CHECK-LABEL: @part(
// CHECK-SAME:    %[[X:[^:]*]]: memref<64x32xf32>, %[[I:[^:]*]]: index)
// CHECK-NOT:     memref.subview
// CHECK:         %[[BASE:.*]], %{{.*}}, %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[X]]
// CHECK:         %[[OFFSET:.*]] = affine.apply #{{.*}}()[%[[I]]]
// CHECK:         memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [16, 16], strides: [32, 1]
func.func @part(%x: memref<64x32xf32>, %i: index) -> memref<16x16xf32, strided<[32, 1], offset: ?>> {
  %0 = memref.subview %x[%i, 8] [16, 16] [1, 1] : memref<64x32xf32> to memref<16x16xf32, strided<[32, 1], offset: ?>>
  return %0 : memref<16x16xf32, strided<[32, 1], offset: ?>>
}
