// RUN: split-file %s %t
// RUN: matrix-opt %t/independent.mlir -matrix-expand-launches -matrix-allocate-scratchpad -canonicalize | FileCheck %s
// RUN: matrix-opt %t/dependent.mlir -matrix-expand-launches | FileCheck %s --check-prefix=DEPENDENT
// RUN: matrix-opt %t/bytes.mlir -matrix-expand-launches | FileCheck %s --check-prefix=DEPENDENT
// RUN: matrix-opt %t/large.mlir -matrix-expand-launches | FileCheck %s --check-prefix=DEPENDENT
// RUN: matrix-opt %t/semaphores.mlir -matrix-expand-launches | FileCheck %s --check-prefix=SEMAPHORES
// RUN: matrix-opt %t/only-multicasts.mlir -matrix-expand-launches | FileCheck %s --check-prefix=MULTICASTS
// RUN: matrix-opt %t/single-step.mlir -matrix-expand-launches | FileCheck %s --check-prefix=SINGLE

// The first load of @second starts in the last step of the loop of @first, into a
// buffer at the end of the scratchpad, and is a result of the loop.

//--- independent.mlir
module attributes {matrix.target = #matrix.target<"base">} {
  // CHECK-LABEL: func @main
  // CHECK: %[[TOP:.*]] = arith.constant 981504 : index
  // CHECK: matrix.dma_load %arg0
  // CHECK: %[[BUFFER:.*]] = memref.view %{{.*}}[%[[TOP]]]
  // CHECK: %[[LOOP:.*]]:2 = scf.for
  // CHECK: %[[TOKENS:.*]]:2 = scf.if
  // CHECK: %[[LOAD:.*]] = matrix.dma_load %arg0
  // CHECK: scf.yield %[[LOAD]], %{{.*}}
  // CHECK: else
  // CHECK: %[[NEXT:.*]] = matrix.dma_load %arg1{{.*}} to %[[BUFFER]]
  // CHECK: scf.yield %{{.*}}, %[[NEXT]]
  // CHECK: scf.yield %[[TOKENS]]#0, %[[TOKENS]]#1
  // CHECK: matrix.barrier
  // CHECK-NOT: matrix.dma_load
  // CHECK: scf.for {{.*}} iter_args(%[[TOKEN:.*]] = %[[LOOP]]#1)
  // CHECK: matrix.dma_wait %[[TOKEN]]
  func.func @main(%a: memref<512xf32>, %b: memref<256xf32>, %c: memref<512xf32>, %d: memref<256xf32>) {
    matrix.launch @first ins(%a : memref<512xf32>) outs(%c : memref<512xf32>) {all_cores}
    matrix.launch @second ins(%b : memref<256xf32>) outs(%d : memref<256xf32>) {all_cores}
    return
  }
  func.func private @first(%a: memref<512xf32>, %c: memref<512xf32>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %size = arith.constant 256 : index
    %buffer = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
    %t = matrix.dma_load %a[%zero] to %buffer : memref<512xf32> to memref<256xf32, #matrix.space<scratchpad>>
    %last = scf.for %i = %zero to %two step %one iter_args(%token = %t) -> (!matrix.token) {
      matrix.dma_wait %token
      %store = matrix.dma_store %buffer to %c[%zero] : memref<256xf32, #matrix.space<scratchpad>> to memref<512xf32>
      matrix.dma_wait %store
      %after = arith.addi %i, %one : index
      %exists = arith.cmpi slt, %after, %two : index
      %next = scf.if %exists -> (!matrix.token) {
        %load = matrix.dma_load %a[%size] to %buffer : memref<512xf32> to memref<256xf32, #matrix.space<scratchpad>>
        scf.yield %load : !matrix.token
      } else {
        scf.yield %token : !matrix.token
      }
      scf.yield %next : !matrix.token
    }
    matrix.barrier
    return
  }
  func.func private @second(%b: memref<256xf32>, %d: memref<256xf32>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %buffer = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
    %t = matrix.dma_load %b[%zero] to %buffer : memref<256xf32> to memref<256xf32, #matrix.space<scratchpad>>
    %last = scf.for %i = %zero to %two step %one iter_args(%token = %t) -> (!matrix.token) {
      matrix.dma_wait %token
      %store = matrix.dma_store %buffer to %d[%zero] : memref<256xf32, #matrix.space<scratchpad>> to memref<256xf32>
      scf.yield %store : !matrix.token
    }
    matrix.dma_wait %last
    matrix.barrier
    return
  }
}

// A load of what the launch before writes, or whose buffer does not fit beside
// those of that launch, stays.

// DEPENDENT-LABEL: func @main
// DEPENDENT: scf.for
// DEPENDENT: matrix.barrier
// DEPENDENT: memref.alloc()
// DEPENDENT: matrix.dma_load
// DEPENDENT: scf.for

//--- dependent.mlir
module attributes {matrix.target = #matrix.target<"base">} {
  func.func @main(%a: memref<256xf32>, %c: memref<256xf32>, %d: memref<256xf32>) {
    matrix.launch @copy ins(%a : memref<256xf32>) outs(%c : memref<256xf32>) {all_cores}
    matrix.launch @copy ins(%c : memref<256xf32>) outs(%d : memref<256xf32>) {all_cores}
    return
  }
  func.func private @copy(%b: memref<256xf32>, %d: memref<256xf32>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %buffer = memref.alloc() : memref<256xf32, #matrix.space<scratchpad>>
    %t = matrix.dma_load %b[%zero] to %buffer : memref<256xf32> to memref<256xf32, #matrix.space<scratchpad>>
    scf.for %i = %zero to %one step %one {
      matrix.dma_wait %t
      %store = matrix.dma_store %buffer to %d[%zero] : memref<256xf32, #matrix.space<scratchpad>> to memref<256xf32>
      matrix.dma_wait %store
    }
    matrix.barrier
    return
  }
}

// Truth values that are stored and read as bytes.
//--- bytes.mlir
module attributes {matrix.target = #matrix.target<"base">} {
  func.func @main(%a: memref<256xi1>, %d: memref<256xi1>) {
    %c = memref.alloc() : memref<256xi1>
    matrix.launch @copy ins(%a : memref<256xi1>) outs(%c : memref<256xi1>) {all_cores}
    matrix.launch @copy ins(%c : memref<256xi1>) outs(%d : memref<256xi1>) {all_cores}
    return
  }
  func.func private @copy(%from: memref<256xi1>, %to: memref<256xi1>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %b = builtin.unrealized_conversion_cast %from : memref<256xi1> to memref<256xi8>
    %d = builtin.unrealized_conversion_cast %to : memref<256xi1> to memref<256xi8>
    %buffer = memref.alloc() : memref<256xi8, #matrix.space<scratchpad>>
    %t = matrix.dma_load %b[%zero] to %buffer : memref<256xi8> to memref<256xi8, #matrix.space<scratchpad>>
    scf.for %i = %zero to %one step %one {
      matrix.dma_wait %t
      %store = matrix.dma_store %buffer to %d[%zero] : memref<256xi8, #matrix.space<scratchpad>> to memref<256xi8>
      matrix.dma_wait %store
    }
    matrix.barrier
    return
  }
}

//--- large.mlir
module attributes {matrix.target = #matrix.target<"base">} {
  func.func @main(%a: memref<160000xf32>, %c: memref<160000xf32>, %d: memref<160000xf32>) {
    matrix.launch @copy ins(%a : memref<160000xf32>) outs(%c : memref<160000xf32>) {all_cores}
    matrix.launch @copy ins(%a : memref<160000xf32>) outs(%d : memref<160000xf32>) {all_cores}
    return
  }
  func.func private @copy(%b: memref<160000xf32>, %d: memref<160000xf32>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %buffer = memref.alloc() : memref<160000xf32, #matrix.space<scratchpad>>
    %t = matrix.dma_load %b[%zero] to %buffer : memref<160000xf32> to memref<160000xf32, #matrix.space<scratchpad>>
    scf.for %i = %zero to %one step %one {
      matrix.dma_wait %t
      %store = matrix.dma_store %buffer to %d[%zero] : memref<160000xf32, #matrix.space<scratchpad>> to memref<160000xf32>
      matrix.dma_wait %store
    }
    matrix.barrier
    return
  }
}

// Multicasts move if both launches have their own semaphores: that of @second
// moves before the loop of @first, which has no loads of a next step, and
// that of @third stays.

// SEMAPHORES-LABEL: func @main
// SEMAPHORES: matrix.dma_load %arg0
// SEMAPHORES: matrix.dma_load %arg1{{.*}} multicast
// SEMAPHORES: scf.for
// SEMAPHORES: matrix.barrier
// SEMAPHORES-NOT: matrix.dma_load
// SEMAPHORES: scf.for
// SEMAPHORES: matrix.barrier
// SEMAPHORES: matrix.dma_load %arg2{{.*}} multicast
// SEMAPHORES: scf.for

//--- semaphores.mlir
module attributes {matrix.target = #matrix.target<"base">} {
  func.func @main(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %d: memref<64xf32>, %e: memref<64xf32>, %f: memref<64xf32>) {
    matrix.launch @first ins(%a : memref<64xf32>) outs(%d : memref<64xf32>) {all_cores}
    matrix.launch @second ins(%b : memref<64xf32>) outs(%e : memref<64xf32>) {all_cores}
    matrix.launch @third ins(%c : memref<64xf32>) outs(%f : memref<64xf32>) {all_cores}
    return
  }
  func.func private @first(%a: memref<64xf32>, %d: memref<64xf32>) attributes {matrix.semaphores = array<i64: 0, 2>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %buffer = memref.alloc() : memref<64xf32, #matrix.space<scratchpad>>
    %t = matrix.dma_load %a[%zero] to %buffer : memref<64xf32> to memref<64xf32, #matrix.space<scratchpad>>
    scf.for %i = %zero to %one step %one {
      matrix.dma_wait %t
      %store = matrix.dma_store %buffer to %d[%zero] : memref<64xf32, #matrix.space<scratchpad>> to memref<64xf32>
      matrix.dma_wait %store
    }
    matrix.barrier
    return
  }
  func.func private @second(%a: memref<64xf32>, %d: memref<64xf32>) attributes {matrix.semaphores = array<i64: 16, 2>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %all = arith.constant 15 : index
    %semaphore = arith.constant 16 : index
    %core = matrix.core_id
    %isSender = arith.cmpi eq, %core, %zero : index
    %buffer = memref.alloc() : memref<64xf32, #matrix.space<scratchpad>>
    scf.if %isSender {
      %t = matrix.dma_load %a[%zero] to %buffer multicast %all post %semaphore : memref<64xf32> to memref<64xf32, #matrix.space<scratchpad>>
    }
    scf.for %i = %zero to %one step %one {
      matrix.semaphore_wait %semaphore for %one
      %store = matrix.dma_store %buffer to %d[%zero] : memref<64xf32, #matrix.space<scratchpad>> to memref<64xf32>
      matrix.dma_wait %store
    }
    matrix.barrier
    return
  }
  func.func private @third(%a: memref<64xf32>, %d: memref<64xf32>) attributes {matrix.semaphores = array<i64: 17, 2>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %all = arith.constant 15 : index
    %semaphore = arith.constant 17 : index
    %core = matrix.core_id
    %isSender = arith.cmpi eq, %core, %zero : index
    %buffer = memref.alloc() : memref<64xf32, #matrix.space<scratchpad>>
    scf.if %isSender {
      %t = matrix.dma_load %a[%zero] to %buffer multicast %all post %semaphore : memref<64xf32> to memref<64xf32, #matrix.space<scratchpad>>
    }
    scf.for %i = %zero to %one step %one {
      matrix.semaphore_wait %semaphore for %one
      %store = matrix.dma_store %buffer to %d[%zero] : memref<64xf32, #matrix.space<scratchpad>> to memref<64xf32>
      matrix.dma_wait %store
    }
    matrix.barrier
    return
  }
}

// A loop in which only some cores start loads of the next step, multicasts: the others
// start those of the next launch in the last step, too, by a condition of their own.

// MULTICASTS-LABEL: func @main
// MULTICASTS: %[[LOOP:.*]] = scf.for %[[I:.*]] = %{{.*}} to %[[TOTAL:.*]] step %[[ONE:.*]] iter_args
// MULTICASTS: scf.if
// MULTICASTS: matrix.dma_load %arg0{{.*}} multicast
// MULTICASTS: %[[AFTER:.*]] = arith.addi %[[I]], %[[ONE]]
// MULTICASTS: %[[EXISTS:.*]] = arith.cmpi slt, %[[AFTER]], %[[TOTAL]]
// MULTICASTS: %[[TOKEN:.*]] = scf.if %[[EXISTS]] -> (!matrix.token)
// MULTICASTS: %[[DONE:.*]] = matrix.dma_done
// MULTICASTS: scf.yield %[[DONE]]
// MULTICASTS: else
// MULTICASTS: %[[LOAD:.*]] = matrix.dma_load %arg1
// MULTICASTS-NEXT: scf.yield %[[LOAD]]
// MULTICASTS: scf.yield %[[TOKEN]]
// MULTICASTS: matrix.barrier
// MULTICASTS: matrix.dma_wait %[[LOOP]]

//--- only-multicasts.mlir
module attributes {matrix.target = #matrix.target<"base">} {
  func.func @main(%a: memref<64xf32>, %b: memref<64xf32>, %d: memref<64xf32>, %e: memref<64xf32>) {
    matrix.launch @first ins(%a : memref<64xf32>) outs(%d : memref<64xf32>) {all_cores}
    matrix.launch @second ins(%b : memref<64xf32>) outs(%e : memref<64xf32>) {all_cores}
    return
  }
  func.func private @first(%a: memref<64xf32>, %d: memref<64xf32>) attributes {matrix.semaphores = array<i64: 0, 1>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %all = arith.constant 15 : index
    %buffer = memref.alloc() : memref<64xf32, #matrix.space<scratchpad>>
    scf.for %i = %zero to %two step %one {
      %isFirst = arith.cmpi eq, %i, %zero : index
      scf.if %isFirst {
        %t = matrix.dma_load %a[%zero] to %buffer multicast %all post %zero : memref<64xf32> to memref<64xf32, #matrix.space<scratchpad>>
      }
      %store = matrix.dma_store %buffer to %d[%zero] : memref<64xf32, #matrix.space<scratchpad>> to memref<64xf32>
      matrix.dma_wait %store
    }
    matrix.barrier
    return
  }
  func.func private @second(%a: memref<64xf32>, %d: memref<64xf32>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %buffer = memref.alloc() : memref<64xf32, #matrix.space<scratchpad>>
    %t = matrix.dma_load %a[%zero] to %buffer : memref<64xf32> to memref<64xf32, #matrix.space<scratchpad>>
    scf.for %i = %zero to %one step %one {
      matrix.dma_wait %t
      %store = matrix.dma_store %buffer to %d[%zero] : memref<64xf32, #matrix.space<scratchpad>> to memref<64xf32>
      matrix.dma_wait %store
    }
    matrix.barrier
    return
  }
}

// A launch of one step has no loop: the load starts where the launch waits for its own.

//--- single-step.mlir
module attributes {matrix.target = #matrix.target<"base">} {
  // SINGLE-LABEL: func @main
  // SINGLE: matrix.dma_load %arg0
  // SINGLE-NEXT: %[[BUFFER:.*]] = memref.alloc() {matrix.at_top}
  // SINGLE-NEXT: %[[TOKEN:.*]] = matrix.dma_load %arg1 to %[[BUFFER]]
  // SINGLE-NEXT: matrix.dma_wait
  // SINGLE: matrix.barrier
  // SINGLE-NOT: matrix.dma_load
  // SINGLE: matrix.dma_wait %[[TOKEN]]
  func.func @main(%a: memref<256xf32>, %b: memref<256xf32>, %c: memref<256xf32>, %d: memref<256xf32>) {
    matrix.launch @first ins(%a : memref<256xf32>) outs(%c : memref<256xf32>) {all_cores}
    matrix.launch @first ins(%b : memref<256xf32>) outs(%d : memref<256xf32>) {all_cores}
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
}
