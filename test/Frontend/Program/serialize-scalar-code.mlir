// RUN: matrix-opt %s -matrix-serialize-scalar-code | FileCheck %s
// RUN: matrix-opt %s -matrix-serialize-scalar-code=cores=1 | FileCheck %s --check-prefix=ONE

// Adjacent operations share one condition; transfers and stores to the scratchpad
// are executed by all cores.

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

// A loop around a launch for all cores is executed by all cores; its body is
// transformed in the same way. A barrier follows reads of the bound by all cores.

// CHECK-LABEL: func @loop
// CHECK: scf.for
// CHECK-NEXT: %[[X:.*]] = memref.load %[[B:.*]][%{{.*}}]
// CHECK-NEXT: matrix.barrier
// CHECK-NEXT: matrix.launch @group ins(%[[B]] : {{.*}}) outs(%[[C:.*]] :
// CHECK: scf.if
// CHECK-NEXT: memref.store %[[X]], %[[B]]
// CHECK-NEXT: matrix.fence
// CHECK-NEXT: }
// CHECK-NEXT: matrix.barrier
// CHECK-NEXT: }

// ONE-LABEL: func @loop
// ONE: matrix.launch
// ONE-NEXT: memref.store
// ONE-NEXT: matrix.fence
// ONE-NEXT: }
func.func @loop(%b: memref<4xf32>, %c: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : memref<4xf32>
    matrix.launch @group ins(%b : memref<4xf32>) outs(%c : memref<4xf32>) {all_cores}
    memref.store %x, %b[%i] : memref<4xf32>
  }
  return
}

// A value that core 0 computes and all cores use is passed through memory.

// CHECK-LABEL: func @number
// CHECK: %[[CELL:.*]] = memref.alloc() : memref<f32>
// CHECK: scf.if
// CHECK: %[[R:.*]] = scf.for
// CHECK: memref.store %[[R]], %[[CELL]][]
// CHECK: matrix.fence
// CHECK: matrix.barrier
// CHECK-NEXT: %[[S:.*]] = memref.load %[[CELL]][]
// CHECK-NEXT: return %[[S]]

// ONE-LABEL: func @number
// ONE-NOT: memref.alloc
// ONE: return
func.func @number(%b: memref<4xf32>, %v: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %v) -> f32 {
    memref.store %x, %b[%i] : memref<4xf32>
    %y = arith.addf %x, %v : f32
    scf.yield %y : f32
  }
  return %r : f32
}

// All cores execute an operation whose iterations are independent, if it has enough of
// them, after the code of core 0, and meet at a barrier. One core interleaves them.

// CHECK-LABEL: func @divided
// CHECK: scf.if
// CHECK: memref.store
// CHECK: matrix.fence
// CHECK-NEXT: }
// CHECK-NEXT: matrix.barrier
// CHECK-NEXT: linalg.generic
// CHECK-SAME: {matrix.divided}
// CHECK: matrix.fence
// CHECK-NEXT: matrix.barrier
// CHECK: scf.if
// CHECK-NEXT: linalg.generic
// CHECK-SAME: {matrix.interleaved}

// ONE-LABEL: func @divided
// ONE: linalg.generic
// ONE-SAME: {matrix.interleaved}
// ONE: linalg.generic
// ONE-SAME: {matrix.interleaved}
#one = affine_map<(i) -> (i)>
#row = affine_map<(i, j) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @divided(%a: memref<64xi64>, %b: memref<64xi64>, %c: memref<2xi64>, %d: memref<2xi64>, %v: i64, %i: index) {
  memref.store %v, %a[%i] : memref<64xi64>
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<64xi64>) outs(%b : memref<64xi64>) {
  ^bb0(%x: i64, %o: i64):
    %y = arith.addi %x, %x : i64
    linalg.yield %y : i64
  }
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%c : memref<2xi64>) outs(%d : memref<2xi64>) {
  ^bb0(%x: i64, %o: i64):
    %y = arith.addi %x, %x : i64
    linalg.yield %y : i64
  }
  return
}

// An operand in the buffer of the result: at the same index, iterations are independent; at
// another one, or in a load whose index is unknown, they are not.

// CHECK-LABEL: func @dependent
// CHECK: linalg.generic
// CHECK-SAME: {matrix.divided}
// CHECK: linalg.generic
// CHECK-NOT: matrix.divided
// CHECK-NOT: matrix.interleaved
// CHECK: return
func.func @dependent(%a: memref<64x64xi64>, %b: memref<64xi64>) {
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<64x64xi64>, memref<64xi64>) outs(%a : memref<64x64xi64>) {
  ^bb0(%x: i64, %y: i64, %o: i64):
    %z = arith.addi %x, %y : i64
    linalg.yield %z : i64
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<64x64xi64>) outs(%a : memref<64x64xi64>) {
  ^bb0(%x: i64, %o: i64):
    %z = arith.addi %x, %x : i64
    linalg.yield %z : i64
  }
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%b : memref<64xi64>) outs(%b : memref<64xi64>) {
  ^bb0(%x: i64, %o: i64):
    %i = arith.index_cast %x : i64 to index
    %z = memref.load %b[%i] : memref<64xi64>
    linalg.yield %z : i64
  }
  return
}

func.func private @group(%b: memref<4xf32>, %c: memref<4xf32>) {
  return
}
