// RUN: matrix-opt %s -matrix-serialize-scalar-code | FileCheck %s
// RUN: matrix-opt %s -matrix-serialize-scalar-code=cores=1 | FileCheck %s --check-prefix=ONE

// Neighbours share one condition; transfers and what is written in the
// scratchpad are everybody's.

// CHECK-LABEL: func @main
// CHECK: %[[CORE:.*]] = matrix.core_id
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[CORE]]
// CHECK: scf.if %[[FIRST]] {
// CHECK-NEXT: linalg.generic
// CHECK: memref.store
// CHECK: matrix.fence
// CHECK-NEXT: }
// CHECK-NEXT: matrix.barrier
// CHECK-NEXT: memref.store
// CHECK-NEXT: matrix.dma_load
// CHECK-NEXT: matrix.dma_wait
// CHECK-NOT: scf.if
// CHECK: return

// ONE-LABEL: func @main
// ONE-NOT: scf.if
// ONE: linalg.generic
// ONE: matrix.fence
// ONE-NEXT: memref.store
// ONE-NEXT: matrix.fence
// ONE-NEXT: memref.store
// ONE-NOT: matrix.fence
// ONE: return
func.func @main(%a: memref<4xf32>, %b: memref<4xf32>, %s: memref<4xf32, #matrix.space<scratchpad>>, %v: f32, %i: index) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  memref.store %v, %b[%i] : memref<4xf32>
  memref.store %v, %s[%i] : memref<4xf32, #matrix.space<scratchpad>>
  %t = matrix.dma_load %b[%i] to %s : memref<4xf32> to memref<4xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %t
  return
}
