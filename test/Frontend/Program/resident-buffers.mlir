// RUN: matrix-opt %s -matrix-expand-launches | FileCheck %s --check-prefix=EXPANDED
// RUN: matrix-opt %s -matrix-expand-launches -matrix-allocate-scratchpad | FileCheck %s

// Both launches access one buffer, which is allocated before the first one, at the start
// of the scratchpad. Buffers of the launches are after it.

module attributes {matrix.target = #matrix.target<"base">} {
  // EXPANDED-LABEL: func @main
  // EXPANDED: %[[BUFFER:.*]] = memref.alloc() {matrix.offset = 0 : i64, matrix.resident = 1 : i64}
  // EXPANDED: %[[OWN:.*]] = memref.alloc() : memref<16xf32
  // EXPANDED: matrix.dma_load %arg0{{.*}} to %[[OWN]]
  // EXPANDED: memref.store %{{.*}}, %[[BUFFER]]
  // EXPANDED-NOT: memref.alloc
  // EXPANDED: matrix.dma_store %[[BUFFER]] to %arg1

  // CHECK-LABEL: func @main
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK: memref.view %{{.*}}[%c0{{.*}}][] : {{.*}} to memref<16xf32
  // CHECK: %[[BEHIND:.*]] = arith.constant 64 : index
  // CHECK: memref.view %{{.*}}[%[[BEHIND]]][] : {{.*}} to memref<16xf32
  func.func @main(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    matrix.launch @first ins(%a : memref<16xf32>) outs(%c : memref<16xf32>) {all_cores}
    matrix.launch @second ins(%c : memref<16xf32>) outs(%b : memref<16xf32>) {all_cores}
    return
  }
  func.func private @first(%a: memref<16xf32>, %c: memref<16xf32>) {
    %zero = arith.constant 0 : index
    %own = memref.alloc() : memref<16xf32, #matrix.space<scratchpad>>
    %kept = memref.alloc() {matrix.resident = 1 : i64} : memref<16xf32, #matrix.space<scratchpad>>
    %token = matrix.dma_load %a to %own : memref<16xf32> to memref<16xf32, #matrix.space<scratchpad>>
    matrix.dma_wait %token
    %x = memref.load %own[%zero] : memref<16xf32, #matrix.space<scratchpad>>
    memref.store %x, %kept[%zero] : memref<16xf32, #matrix.space<scratchpad>>
    matrix.barrier
    return
  }
  func.func private @second(%c: memref<16xf32>, %b: memref<16xf32>) {
    %kept = memref.alloc() {matrix.resident = 1 : i64} : memref<16xf32, #matrix.space<scratchpad>>
    %token = matrix.dma_store %kept to %b : memref<16xf32, #matrix.space<scratchpad>> to memref<16xf32>
    matrix.dma_wait %token
    matrix.barrier
    return
  }
}
