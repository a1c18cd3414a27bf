// RUN: matrix-opt %s -matrix-allocate-scratchpad | FileCheck %s

// Buffers with disjoint live ranges share bytes. A buffer is live until the wait for
// the last transfer that accesses it: %b must not overlap %a.

// CHECK: memref.global "private" @matrix_scratchpad : memref<1536xi8, #matrix.space<scratchpad>>
// CHECK-LABEL: func @main
// CHECK: %[[A:.*]] = arith.constant 0 : index
// CHECK: memref.view %{{.*}}[%[[A]]][] : {{.*}} to memref<128xf32,
// CHECK: matrix.dma_load
// CHECK: %[[B:.*]] = arith.constant 512 : index
// CHECK: memref.view %{{.*}}[%[[B]]][] : {{.*}} to memref<256xf32,
// CHECK: matrix.dma_wait
// CHECK: %[[C:.*]] = arith.constant 0 : index
// CHECK: memref.view %{{.*}}[%[[C]]][] : {{.*}} to memref<100xi8,
func.func @main(%x: memref<128xf32>, %v: f32, %w: i8, %i: index) {
  %a = memref.alloc() : memref<128xf32, #matrix.space<scratchpad>>
  %t = matrix.dma_load %x[%i] to %a : memref<128xf32> to memref<128xf32, #matrix.space<scratchpad>>
  %b = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
  memref.store %v, %b[%i] : memref<256xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %t
  %c = memref.alloc() : memref<100xi8, #matrix.space<scratchpad>>
  memref.store %w, %c[%i] : memref<100xi8, #matrix.space<scratchpad>>
  memref.store %v, %b[%i] : memref<256xf32, #matrix.space<scratchpad>>
  return
}
