// RUN: split-file %s %t
// RUN: matrix-opt %t/conditional.mlir -matrix-expand-launches | FileCheck %s --check-prefix=CONDITIONAL
// RUN: matrix-opt %t/waits.mlir -matrix-expand-launches | FileCheck %s --check-prefix=WAITS
// RUN: matrix-opt %t/turns.mlir -matrix-expand-launches | FileCheck %s --check-prefix=TURNS

// Each core computes something else in the launch before: the load starts after the code of the last one, before the barrier.

//--- conditional.mlir
module attributes {matrix.target = #matrix.target<"base">} {
  // CONDITIONAL-LABEL: func @main
  // CONDITIONAL: matrix.dma_load %arg0
  // CONDITIONAL: matrix.dma_load %arg0
  // CONDITIONAL: matrix.dma_wait
  // CONDITIONAL: }
  // CONDITIONAL: %[[TOKEN:.*]] = matrix.dma_load %arg1
  // CONDITIONAL-NEXT: matrix.barrier
  // CONDITIONAL-NOT: matrix.dma_load
  // CONDITIONAL: matrix.dma_wait %[[TOKEN]]
  func.func @main(%a: memref<256xf32>, %b: memref<256xf32>, %c: memref<256xf32>, %d: memref<256xf32>) {
    matrix.launch @cores ins(%a : memref<256xf32>) outs(%c : memref<256xf32>) {all_cores}
    matrix.launch @second ins(%b : memref<256xf32>) outs(%d : memref<256xf32>) {all_cores}
    return
  }
  func.func private @cores(%a: memref<256xf32>, %c: memref<256xf32>) {
    %core = matrix.core_id
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %isFirst = arith.cmpi eq, %core, %zero : index
    scf.if %isFirst {
      %buffer = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
      %token = matrix.dma_load %a to %buffer : memref<256xf32> to memref<256xf32, #matrix.space<scratchpad>>
      matrix.dma_wait %token
    }
    %isSecond = arith.cmpi eq, %core, %one : index
    scf.if %isSecond {
      %buffer = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
      %token = matrix.dma_load %a to %buffer : memref<256xf32> to memref<256xf32, #matrix.space<scratchpad>>
      matrix.dma_wait %token
    }
    matrix.barrier
    return
  }
  func.func private @second(%a: memref<256xf32>, %c: memref<256xf32>) {
    %buffer = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
    %token = matrix.dma_load %a to %buffer : memref<256xf32> to memref<256xf32, #matrix.space<scratchpad>>
    matrix.dma_wait %token
    matrix.barrier
    return
  }
}

// A launch waits for its first blocks before the loop, so that DRAM is left to the multicast. The multicast starts in the
// launch before: the loop waits for the blocks.

//--- waits.mlir
module attributes {matrix.target = #matrix.target<"base">} {
  // WAITS-LABEL: func @main
  // WAITS: matrix.dma_load %arg1{{.*}} multicast
  // WAITS: matrix.barrier
  // WAITS: %[[TOKEN:.*]] = matrix.dma_load %arg2
  // WAITS-NOT: matrix.dma_wait
  // WAITS: matrix.semaphore_wait
  // WAITS-NOT: matrix.dma_wait
  // WAITS: scf.for {{.*}} iter_args(%[[ARGUMENT:.*]] = %[[TOKEN]])
  // WAITS: matrix.dma_wait %[[ARGUMENT]]
  func.func @main(%a: memref<256xf32>, %b: memref<256xf32>, %c: memref<256xf32>, %d: memref<256xf32>) {
    matrix.launch @first ins(%a : memref<256xf32>) outs(%c : memref<256xf32>) {all_cores}
    matrix.launch @second ins(%b, %c : memref<256xf32>, memref<256xf32>) outs(%d : memref<256xf32>) {all_cores}
    return
  }
  func.func private @first(%a: memref<256xf32>, %c: memref<256xf32>) {
    %buffer = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
    %token = matrix.dma_load %a to %buffer : memref<256xf32> to memref<256xf32, #matrix.space<scratchpad>>
    matrix.dma_wait %token
    %stored = matrix.dma_store %buffer to %c : memref<256xf32, #matrix.space<scratchpad>> to memref<256xf32>
    matrix.dma_wait %stored
    matrix.barrier
    return
  }
  func.func private @second(%b: memref<256xf32>, %c: memref<256xf32>, %d: memref<256xf32>) attributes {matrix.semaphores = array<i64: 0, 1>} {
    %core = matrix.core_id
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %all = arith.constant 15 : index
    %weights = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
    %buffer = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
    %token = matrix.dma_load %c to %buffer : memref<256xf32> to memref<256xf32, #matrix.space<scratchpad>>
    %isFirst = arith.cmpi eq, %core, %zero : index
    scf.if %isFirst {
      %sent = matrix.dma_load %b[%zero] to %weights multicast %all post %zero : memref<256xf32> to memref<256xf32, #matrix.space<scratchpad>>
    }
    matrix.dma_wait %token
    matrix.semaphore_wait %zero for %one
    %last = scf.for %i = %zero to %two step %one iter_args(%t = %token) -> (!matrix.token) {
      matrix.dma_wait %t
      %stored = matrix.dma_store %buffer to %d : memref<256xf32, #matrix.space<scratchpad>> to memref<256xf32>
      matrix.dma_wait %stored
      scf.yield %t : !matrix.token
    }
    matrix.barrier
    return
  }
}

// Cores load in turn, and the wait before the loop precedes the turn of the next core: it stays without a multicast.

//--- turns.mlir
module attributes {matrix.target = #matrix.target<"base">} {
  // TURNS-LABEL: func @main
  // TURNS: matrix.barrier
  // TURNS: %[[TOKEN:.*]] = matrix.dma_load %arg2
  // TURNS: matrix.dma_wait %[[TOKEN]]
  // TURNS-NEXT: matrix.semaphore_post
  // TURNS: scf.for
  func.func @main(%a: memref<256xf32>, %b: memref<256xf32>, %c: memref<256xf32>, %d: memref<256xf32>) {
    matrix.launch @first ins(%a : memref<256xf32>) outs(%c : memref<256xf32>) {all_cores}
    matrix.launch @second ins(%b, %c : memref<256xf32>, memref<256xf32>) outs(%d : memref<256xf32>) {all_cores}
    return
  }
  func.func private @first(%a: memref<256xf32>, %c: memref<256xf32>) {
    %buffer = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
    %token = matrix.dma_load %a to %buffer : memref<256xf32> to memref<256xf32, #matrix.space<scratchpad>>
    matrix.dma_wait %token
    %stored = matrix.dma_store %buffer to %c : memref<256xf32, #matrix.space<scratchpad>> to memref<256xf32>
    matrix.dma_wait %stored
    matrix.barrier
    return
  }
  func.func private @second(%b: memref<256xf32>, %c: memref<256xf32>, %d: memref<256xf32>) attributes {matrix.semaphores = array<i64: 0, 1>} {
    %core = matrix.core_id
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %all = arith.constant 15 : index
    %weights = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
    %buffer = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
    %token = matrix.dma_load %c to %buffer : memref<256xf32> to memref<256xf32, #matrix.space<scratchpad>>
    matrix.dma_wait %token
    matrix.semaphore_post %zero of %one
    %last = scf.for %i = %zero to %two step %one iter_args(%t = %token) -> (!matrix.token) {
      matrix.dma_wait %t
      %stored = matrix.dma_store %buffer to %d : memref<256xf32, #matrix.space<scratchpad>> to memref<256xf32>
      matrix.dma_wait %stored
      scf.yield %t : !matrix.token
    }
    matrix.barrier
    return
  }
}
