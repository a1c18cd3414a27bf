// RUN: matrix-opt %s -matrix-expand-copies -canonicalize | FileCheck %s
// RUN: matrix-opt %s -matrix-expand-copies=cores=1 -canonicalize | FileCheck %s --check-prefix=ONE
// RUN: matrix-opt %s -matrix-set-target=disable=staged-copies -matrix-expand-copies | FileCheck %s --check-prefix=DISABLED --implicit-check-not=matrix.dma_copy

// Whole rows of both sides; elements are interleaved in the scratchpad, while the next block is loaded. Cores do not start
// at once.
// CHECK-LABEL: func @interleaved
// CHECK: scf.for
// CHECK: matrix.dma_copy %[[B:.*]] to %[[B]] : memref<392x1xf32, strided<[0, 1]
// CHECK: scf.for
// CHECK: matrix.dma_wait
// CHECK: matrix.dma_load {{.*}} : memref<4x392xf32, strided<[784, 1], offset: ?>>
// CHECK-COUNT-4: matrix.dma_copy {{.*}} : memref<14x28x1xf32, strided<[28, 1, 1], offset: ?>, #matrix.space<scratchpad>> to memref<14x28x1xf32, strided<[112, 2, 1], offset: ?>, #matrix.space<scratchpad>>
// CHECK: matrix.dma_wait
// CHECK: matrix.dma_store {{.*}} to memref<1568xf32, strided<[1], offset: ?>>
// CHECK: matrix.barrier
// ONE-LABEL: func @interleaved
// ONE: matrix.dma_done
// ONE: scf.for
// ONE: matrix.dma_copy
// ONE-NOT: matrix.barrier
// ONE: return
// DISABLED-LABEL: func @interleaved
// DISABLED: matrix.dma_load
!interleaved = memref<16x28x2x28x2xf32, strided<[3136, 28, 1568, 1, 784]>>
func.func @interleaved(%a: memref<16x2x2x28x28xf32>, %b: memref<16x28x2x28x2xf32>) {
  %t = memref.transpose %a (c, p, q, y, x) -> (c, y, p, x, q) : memref<16x2x2x28x28xf32> to !interleaved
  matrix.copy %t to %b : !interleaved to memref<16x28x2x28x2xf32>
  return
}

// Stores repeat rows.
// CHECK-LABEL: func @repeated
// CHECK: matrix.dma_copy {{.*}} : memref<2x{{.*}}xf32, strided<[0, 1, 1], offset: ?>, #matrix.space<scratchpad>>
// CHECK: matrix.dma_store {{.*}} : memref<{{.*}}x2x56xf32, strided<[56, 0, 1], offset: ?>, #matrix.space<scratchpad>>
func.func @repeated(%a: memref<448x2x28x2xf32, strided<[28, 0, 1, 0]>>, %b: memref<448x2x28x2xf32>) {
  matrix.copy %a to %b : memref<448x2x28x2xf32, strided<[28, 0, 1, 0]>> to memref<448x2x28x2xf32>
  return
}

// Gaps between the elements of a row are loaded as well.
// CHECK-LABEL: func @strided
// CHECK: matrix.dma_load {{.*}} : memref<[[N:[0-9]+]]xf32, strided<[1], offset: ?>>
// CHECK: matrix.dma_copy {{.*}} : memref<{{.*}}x1xf32, strided<[2, 1], offset: ?>, #matrix.space<scratchpad>> to memref<{{.*}}x1xf32, strided<[1, 1], offset: ?>, #matrix.space<scratchpad>>
func.func @strided(%a: memref<64x64xf32, strided<[128, 2]>>, %b: memref<64x64xf32>) {
  matrix.copy %a to %b : memref<64x64xf32, strided<[128, 2]>> to memref<64x64xf32>
  return
}

// Rows that both sides have are transferred as they are.
// CHECK-LABEL: func @rows
// CHECK-NOT: matrix.dma_copy
// CHECK: return
func.func @rows(%a: memref<64x64x32xf32, strided<[32, 2048, 1]>>, %b: memref<64x64x32xf32>) {
  matrix.copy %a to %b : memref<64x64x32xf32, strided<[32, 2048, 1]>> to memref<64x64x32xf32>
  return
}

// Read backwards: forwards in the buffer, from the last element of the block on.
// CHECK-LABEL: func @backward
// CHECK: matrix.dma_load {{.*}} : memref<16x32xf32, strided<[128, 1], offset: ?>>
// CHECK: matrix.dma_copy {{.*}} : memref<16x16x1xf32, strided<[32, -1, 1], offset: ?>, #matrix.space<scratchpad>> to memref<16x16x1xf32, strided<[16, 1, 1]
func.func @backward(%a: memref<16x8x4x4xf32>, %b: memref<8x16x4x4xf32>) {
  %base, %offset, %sizes:4, %strides:4 = memref.extract_strided_metadata %a : memref<16x8x4x4xf32> -> memref<f32>, index, index, index, index, index, index, index, index, index
  %c15 = arith.constant 15 : index
  %first = arith.addi %offset, %c15 : index
  %t = memref.reinterpret_cast %base to offset: [%first], sizes: [8, 16, 4, 4], strides: [16, 128, -4, -1]
    : memref<f32> to memref<8x16x4x4xf32, strided<[16, 128, -4, -1], offset: ?>>
  matrix.copy %t to %b : memref<8x16x4x4xf32, strided<[16, 128, -4, -1], offset: ?>> to memref<8x16x4x4xf32>
  return
}
