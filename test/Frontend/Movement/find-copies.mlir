// RUN: matrix-opt %s -matrix-find-copies | FileCheck %s
// RUN: matrix-opt %s -matrix-set-target=cpu=qkv -matrix-find-copies | FileCheck %s --check-prefix=NO-DMA

#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (0, j)>
#sum = affine_map<(i, j) -> (i + j)>

// NO-DMA-NOT: matrix.copy
// NO-DMA-NOT: matrix.fill

// CHECK-LABEL: func @copy
// CHECK-NEXT: matrix.copy %arg0 to %arg1 : memref<4x8xi64> to memref<4x8xi64, strided<[16, 1], offset: 3>>
func.func @copy(%a: memref<4x8xi64>, %b: memref<4x8xi64, strided<[16, 1], offset: 3>>) {
  memref.copy %a, %b : memref<4x8xi64> to memref<4x8xi64, strided<[16, 1], offset: 3>>
  return
}

// CHECK-LABEL: func @few_elements
// CHECK: memref.copy
func.func @few_elements(%a: memref<3xf32>, %b: memref<3xf32>) {
  memref.copy %a, %b : memref<3xf32> to memref<3xf32>
  return
}

// CHECK-LABEL: func @dynamic
// CHECK: memref.copy
func.func @dynamic(%a: memref<?xf32>, %b: memref<?xf32>) {
  memref.copy %a, %b : memref<?xf32> to memref<?xf32>
  return
}

// The stride of a loop is that of the dimension it indexes.
// CHECK-LABEL: func @transpose
// CHECK: %[[A:.*]] = memref.reinterpret_cast {{.*}} sizes: [4, 8], strides: [1, 4]
// CHECK: %[[B:.*]] = memref.reinterpret_cast {{.*}} sizes: [4, 8], strides: [8, 1]
// CHECK: matrix.copy %[[A]] to %[[B]]
func.func @transpose(%a: memref<8x4xi1>, %b: memref<4x8xi1>) {
  linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<8x4xi1>) outs(%b : memref<4x8xi1>) {
  ^bb0(%x: i1, %y: i1):
    linalg.yield %x : i1
  }
  return
}

// CHECK-LABEL: func @broadcast
// CHECK: memref.reinterpret_cast {{.*}} sizes: [4, 8], strides: [0, 1]
// CHECK: matrix.copy
func.func @broadcast(%a: memref<1x8xi16>, %b: memref<4x8xi16>) {
  linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<1x8xi16>) outs(%b : memref<4x8xi16>) {
  ^bb0(%x: i16, %y: i16):
    linalg.yield %x : i16
  }
  return
}

// Sums of loops.
// CHECK-LABEL: func @diagonals
// CHECK: memref.reinterpret_cast {{.*}} sizes: [4, 8], strides: [1, 1]
// CHECK: matrix.copy
func.func @diagonals(%a: memref<11xi16>, %b: memref<4x8xi16>) {
  linalg.generic {indexing_maps = [#sum, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<11xi16>) outs(%b : memref<4x8xi16>) {
  ^bb0(%x: i16, %y: i16):
    linalg.yield %x : i16
  }
  return
}

// CHECK-LABEL: func @backward
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [4, 8], strides: [-8, -1]
// CHECK: matrix.copy
func.func @backward(%a: memref<4x8xi16>, %b: memref<4x8xi16>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (3 - i, 7 - j)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4x8xi16>) outs(%b : memref<4x8xi16>) {
  ^bb0(%x: i16, %y: i16):
    linalg.yield %x : i16
  }
  return
}

// CHECK-LABEL: func @quotients
// CHECK-NOT: matrix.copy
func.func @quotients(%a: memref<2x8xi16>, %b: memref<4x8xi16>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i floordiv 2, j)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<2x8xi16>) outs(%b : memref<4x8xi16>) {
  ^bb0(%x: i16, %y: i16):
    linalg.yield %x : i16
  }
  return
}

// CHECK-LABEL: func @fills
// CHECK: matrix.fill %arg0, -1.500000e+00 : f32 : memref<4x8xf32>
// CHECK: matrix.fill %arg1, 0 : i64 : memref<4x8xi64>
// CHECK: linalg.fill {{.*}} outs(%arg1
func.func @fills(%a: memref<4x8xf32>, %b: memref<4x8xi64>) {
  %f = arith.constant -1.5 : f32
  %zero = arith.constant 0 : i64
  %two = arith.constant 2 : i64 // the halves of the pattern differ
  linalg.fill ins(%f : f32) outs(%a : memref<4x8xf32>)
  linalg.fill ins(%zero : i64) outs(%b : memref<4x8xi64>)
  linalg.fill ins(%two : i64) outs(%b : memref<4x8xi64>)
  return
}

// CHECK-LABEL: func @fill_argument
// CHECK: linalg.fill
func.func @fill_argument(%a: memref<4x8xf32>, %f: f32) {
  linalg.fill ins(%f : f32) outs(%a : memref<4x8xf32>)
  return
}

// CHECK-LABEL: func @padding
// CHECK-NOT: matrix.fill
// CHECK: matrix.pad %arg0 to %arg1 low [1, 0, 3], -1.500000e+00 : f32 : memref<2x4x8xf32> to memref<4x4x12xf32>
// CHECK-NOT: matrix.copy
func.func @padding(%a: memref<2x4x8xf32>, %b: memref<4x4x12xf32>) {
  %f = arith.constant -1.5 : f32
  linalg.fill ins(%f : f32) outs(%b : memref<4x4x12xf32>)
  %part = memref.subview %b[1, 0, 3] [2, 4, 8] [1, 1, 1]
      : memref<4x4x12xf32> to memref<2x4x8xf32, strided<[48, 12, 1], offset: 51>>
  memref.copy %a, %part : memref<2x4x8xf32> to memref<2x4x8xf32, strided<[48, 12, 1], offset: 51>>
  return
}

// The second copy is to a target that is not filled anymore.
// CHECK-LABEL: func @two_copies
// CHECK: matrix.pad %arg0 to %arg1
// CHECK: matrix.copy %arg0 to
func.func @two_copies(%a: memref<4x8xf32>, %b: memref<8x20xf32>) {
  %f = arith.constant 0.0 : f32
  linalg.fill ins(%f : f32) outs(%b : memref<8x20xf32>)
  %one = memref.subview %b[1, 0] [4, 8] [1, 1] : memref<8x20xf32> to memref<4x8xf32, strided<[20, 1], offset: 20>>
  memref.copy %a, %one : memref<4x8xf32> to memref<4x8xf32, strided<[20, 1], offset: 20>>
  %two = memref.subview %b[1, 9] [4, 8] [1, 1] : memref<8x20xf32> to memref<4x8xf32, strided<[20, 1], offset: 29>>
  memref.copy %a, %two : memref<4x8xf32> to memref<4x8xf32, strided<[20, 1], offset: 29>>
  return
}

// A store between them, a part with steps, and another target.
// CHECK-LABEL: func @no_padding
// CHECK-NOT: matrix.pad
func.func @no_padding(%a: memref<4x8xf32>, %b: memref<8x20xf32>, %c: memref<8x20xf32>, %i: index) {
  %f = arith.constant 0.0 : f32
  linalg.fill ins(%f : f32) outs(%b : memref<8x20xf32>)
  %one = memref.subview %b[1, 0] [4, 8] [1, 1] : memref<8x20xf32> to memref<4x8xf32, strided<[20, 1], offset: 20>>
  memref.store %f, %c[%i, %i] : memref<8x20xf32>
  memref.copy %a, %one : memref<4x8xf32> to memref<4x8xf32, strided<[20, 1], offset: 20>>
  linalg.fill ins(%f : f32) outs(%b : memref<8x20xf32>)
  %two = memref.subview %b[1, 0] [4, 8] [1, 2] : memref<8x20xf32> to memref<4x8xf32, strided<[20, 2], offset: 20>>
  memref.copy %a, %two : memref<4x8xf32> to memref<4x8xf32, strided<[20, 2], offset: 20>>
  linalg.fill ins(%f : f32) outs(%c : memref<8x20xf32>)
  memref.copy %a, %one : memref<4x8xf32> to memref<4x8xf32, strided<[20, 1], offset: 20>>
  return
}
