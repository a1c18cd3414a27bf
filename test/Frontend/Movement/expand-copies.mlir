// RUN: matrix-opt %s -matrix-expand-copies | FileCheck %s
// RUN: matrix-opt %s -matrix-expand-copies=cores=1 | FileCheck %s --check-prefix=ONE

// Dimensions that are contiguous on both sides are merged. One block per core.
// CHECK-LABEL: func @dense
// CHECK: matrix.core_id
// CHECK: memref.alloc() : memref<1x128xf32, #matrix.space<scratchpad>>
// CHECK: scf.if
// CHECK: matrix.dma_load {{.*}} : memref<128xf32
// CHECK: matrix.dma_wait
// CHECK: matrix.dma_store {{.*}} to memref<128xf32
// CHECK: matrix.barrier
// CHECK-NEXT: return
// ONE-LABEL: func @dense
// ONE-NOT: matrix.core_id
// ONE: matrix.dma_load
// ONE: matrix.dma_store
// ONE-NOT: matrix.barrier
// ONE: return
func.func @dense(%a: memref<4x8x4xf32>, %b: memref<4x8x4xf32>) {
  matrix.copy %a to %b : memref<4x8x4xf32> to memref<4x8x4xf32>
  return
}

// Two buffers: the load of a block overlaps the store of the one before.
// CHECK-LABEL: func @large
// CHECK: memref.alloc() : memref<2x
// CHECK: scf.for
// CHECK: matrix.dma_wait
// CHECK: matrix.dma_store
// CHECK: matrix.dma_wait
// CHECK: scf.if
// CHECK: matrix.dma_load
// CHECK: else
// CHECK: matrix.dma_done
func.func @large(%a: memref<1000x1000xf32, strided<[2000, 1]>>, %b: memref<1000x1000xf32>) {
  matrix.copy %a to %b : memref<1000x1000xf32, strided<[2000, 1]>> to memref<1000x1000xf32>
  return
}

// Each element is a row of a transposed copy.
// CHECK-LABEL: func @transposed
// CHECK: memref.reinterpret_cast {{.*}} sizes: [4, 8, 1], strides: [1, 4, 1]
// CHECK: memref.reinterpret_cast {{.*}} sizes: [4, 8, 1], strides: [8, 1, 1]
func.func @transposed(%a: memref<4x8xf32, strided<[1, 4]>>, %b: memref<4x8xf32>) {
  matrix.copy %a to %b : memref<4x8xf32, strided<[1, 4]>> to memref<4x8xf32>
  return
}

// The block is filled by a transfer without valid elements.
// CHECK-LABEL: func @fill
// CHECK: matrix.dma_load {{.*}} valid{{.*}} {fill = 1.500000e+00 : f32}
// CHECK: scf.for
// CHECK: matrix.dma_store
// CHECK: matrix.barrier
func.func @fill(%b: memref<64x64xf32, strided<[100, 1]>>) {
  matrix.fill %b, 1.5 : f32 : memref<64x64xf32, strided<[100, 1]>>
  return
}

// Blocks are padded in the scratchpad, where rows of the target follow each other, and stored
// as one row.
// CHECK-LABEL: func @pad
// CHECK: memref.alloc() : memref<2x{{[0-9]+}}x58x58xf32, #matrix.space<scratchpad>>
// CHECK: matrix.dma_load {{.*}} skip[{{.*}}] valid[{{.*}}] {fill = 1.500000e+00 : f32} : memref<64x56x56xf32
// CHECK: matrix.dma_store {{.*}} : memref<{{[0-9]+}}xf32, {{.*}} to memref<
// CHECK: matrix.barrier
func.func @pad(%a: memref<64x56x56xf32>, %b: memref<64x58x58xf32>) {
  matrix.pad %a to %b low [0, 1, 1], 1.5 : f32 : memref<64x56x56xf32> to memref<64x58x58xf32>
  return
}

// Rows that adjoin in the target alone are merged as well.
// CHECK-LABEL: func @slice
// CHECK: matrix.dma_load {{.*}} to memref<{{[0-9]+}}x50xf32
// CHECK: matrix.dma_store {{.*}} : memref<{{[0-9]+}}xf32
func.func @slice(%a: memref<64x50xf32, strided<[100, 1]>>, %b: memref<64x50xf32>) {
  matrix.copy %a to %b : memref<64x50xf32, strided<[100, 1]>> to memref<64x50xf32>
  return
}

// In programs with many copies, those of equal types call one function.
// RUN: %python %S/Inputs/many_copies.py 80 | matrix-opt -matrix-expand-copies | FileCheck %s --check-prefix=MANY
// MANY-COUNT-80: call @matrix_copy(
// MANY: func private @matrix_copy(%{{.*}}: memref<64xf32, strided<[1], offset: ?>>, %{{.*}}: memref<64xf32, strided<[1], offset: ?>>)
// MANY: matrix.dma_load
// MANY: matrix.barrier
// MANY-NOT: func private
