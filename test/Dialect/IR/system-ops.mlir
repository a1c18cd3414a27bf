// Transfers, barriers, semaphores, marks and core numbers: print, parse, and dead code elimination.
//
// RUN: matrix-opt %s --canonicalize --cse | matrix-opt | FileCheck %s

module attributes {matrix.target = #matrix.target<"base">} {

// CHECK-LABEL: func @transfers
func.func @transfers(%a: memref<?x8x100xf32>, %s: memref<16x32xf32, #matrix.space<scratchpad>>,
                     %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[T:.*]] = matrix.dma_load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] to %{{.*}} valid[%{{.*}}, %{{.*}}] {fill = 0xFF800000 : f32} : memref<?x8x100xf32> to memref<16x32xf32, #matrix.space<scratchpad>>
  %t = matrix.dma_load %a[%i, %c0, %i] to %s valid [%n, %n] {fill = 0xFF800000 : f32}
    : memref<?x8x100xf32> to memref<16x32xf32, #matrix.space<scratchpad>>
  // CHECK: matrix.dma_wait %[[T]]
  matrix.dma_wait %t
  // CHECK: %[[U:.*]] = matrix.dma_store %{{.*}} to %{{.*}} : memref<16x32xf32, #matrix.space<scratchpad>> to memref<?x8x100xf32>
  %u = matrix.dma_store %s to %a
    : memref<16x32xf32, #matrix.space<scratchpad>> to memref<?x8x100xf32>
  // CHECK: matrix.dma_wait %[[U]]
  matrix.dma_wait %u
  return
}

// CHECK-LABEL: func @within
func.func @within(%a: memref<8x32xf32, strided<[64, 2]>, #matrix.space<scratchpad>>,
                  %b: memref<8x32xf32, #matrix.space<scratchpad>>) {
  // CHECK: matrix.dma_copy %{{.*}} to %{{.*}} : memref<8x32xf32, strided<[64, 2]>, #matrix.space<scratchpad>> to memref<8x32xf32, #matrix.space<scratchpad>>
  %t = matrix.dma_copy %a to %b
    : memref<8x32xf32, strided<[64, 2]>, #matrix.space<scratchpad>> to memref<8x32xf32, #matrix.space<scratchpad>>
  return
}

// CHECK-LABEL: func @multicast
func.func @multicast(%a: memref<64x64xf32>, %s: memref<16x32xf32, #matrix.space<scratchpad>>,
                     %i: index, %mask: index, %semaphore: index) {
  // CHECK: matrix.dma_load %{{.*}}[%{{.*}}, %{{.*}}] to %{{.*}} valid[%{{.*}}, %{{.*}}] multicast %{{.*}} post %{{.*}} : memref<64x64xf32>
  %t = matrix.dma_load %a[%i, %i] to %s valid [%i, %i] multicast %mask post %semaphore
    : memref<64x64xf32> to memref<16x32xf32, #matrix.space<scratchpad>>
  return
}

// CHECK-LABEL: func @skip
func.func @skip(%a: memref<64x64xf32>, %s: memref<16x32xf32, #matrix.space<scratchpad>>,
                %i: index, %n: index) {
  // CHECK: matrix.dma_load %{{.*}}[%{{.*}}, %{{.*}}] to %{{.*}} skip[%[[N:.*]], %[[N]]] valid[%{{.*}}, %{{.*}}] : memref<64x64xf32>
  %t = matrix.dma_load %a[%i, %i] to %s skip [%n, %n] valid [%i, %i]
    : memref<64x64xf32> to memref<16x32xf32, #matrix.space<scratchpad>>
  return
}

// The order is preserved, and a transfer without a wait is kept.
// CHECK-LABEL: func @order
func.func @order(%a: memref<32xf32>, %s: memref<32xf32, #matrix.space<scratchpad>>) {
  // CHECK: matrix.fence
  // CHECK-NEXT: matrix.barrier
  // CHECK-NEXT: matrix.dma_load
  // CHECK-NEXT: matrix.barrier
  matrix.fence
  matrix.barrier
  %t = matrix.dma_load %a to %s : memref<32xf32> to memref<32xf32, #matrix.space<scratchpad>>
  matrix.barrier
  return
}

// CHECK-LABEL: func @semaphores
func.func @semaphores(%core: index, %n: index) {
  %c3 = arith.constant 3 : index
  // CHECK: matrix.semaphore_post %[[S:.*]] of %{{.*}}
  // CHECK-NEXT: matrix.semaphore_wait %[[S]] for %{{.*}}
  // CHECK-NEXT: matrix.semaphore_wait %[[S]] for %{{.*}}
  matrix.semaphore_post %c3 of %core
  matrix.semaphore_wait %c3 for %n
  matrix.semaphore_wait %c3 for %n
  return
}

// CHECK-LABEL: func @marks
func.func @marks() {
  // CHECK-NEXT: matrix.order_tiles
  // CHECK-NEXT: return
  matrix.order_tiles
  return
}

// CHECK-LABEL: func @numbers
func.func @numbers() -> (index, index) {
  // CHECK-NEXT: %[[ID:.*]] = matrix.core_id
  // CHECK-NEXT: %[[N:.*]] = matrix.num_cores
  // CHECK-NEXT: return %[[ID]], %[[N]]
  %done = matrix.dma_done
  %id = matrix.core_id
  %n = matrix.num_cores
  return %id, %n : index, index
}

// CHECK-LABEL: func @copies
func.func @copies(%a: memref<8x8xf32, strided<[16, 2], offset: ?>>, %b: memref<8x8xf32>) {
  // CHECK: matrix.copy %{{.*}} to %{{.*}} : memref<8x8xf32, strided<[16, 2], offset: ?>> to memref<8x8xf32>
  // CHECK: matrix.fill %{{.*}}, 1.500000e+00 : f32 : memref<8x8xf32>
  matrix.copy %a to %b : memref<8x8xf32, strided<[16, 2], offset: ?>> to memref<8x8xf32>
  matrix.fill %b, 1.5 : f32 : memref<8x8xf32>
  return
}

// CHECK-LABEL: func @padding
func.func @padding(%a: memref<6x5xf32, strided<[16, 2], offset: ?>>, %b: memref<8x8xf32>) {
  // CHECK: matrix.pad %{{.*}} to %{{.*}} low [1, 3], 1.500000e+00 : f32 : memref<6x5xf32, strided<[16, 2], offset: ?>> to memref<8x8xf32>
  matrix.pad %a to %b low [1, 3], 1.5 : f32 : memref<6x5xf32, strided<[16, 2], offset: ?>> to memref<8x8xf32>
  return
}

}
