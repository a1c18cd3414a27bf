// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(func.func(matrix-lower-scalar-code,canonicalize))' | FileCheck %s

// Loads of eight iterations precede their stores. The iterations that remain follow.
// CHECK-LABEL: func @interleaved
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[END:.*]] step
// CHECK-COUNT-8: memref.load
// CHECK-NOT: memref.load
// CHECK-COUNT-8: memref.store
// CHECK: }
// CHECK-COUNT-3: memref.load
// CHECK-NOT: memref.load
// CHECK-COUNT-3: memref.store
// CHECK-NOT: memref.store
#one = affine_map<(i) -> (i)>
func.func @interleaved(%a: memref<19xi64>, %b: memref<19xi64>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<19xi64>) outs(%b : memref<19xi64>) attrs = {matrix.interleaved} {
  ^bb0(%x: i64, %o: i64):
    %y = arith.addi %x, %x : i64
    linalg.yield %y : i64
  }
  return
}

// One assertion for all iterations follows their loads, and precedes the loads it guards.
// CHECK-LABEL: func @checked
// CHECK: scf.for
// CHECK-COUNT-8: memref.load %arg0
// CHECK: cf.assert
// CHECK-NOT: cf.assert
// CHECK-COUNT-8: memref.load %arg1
// CHECK-NOT: cf.assert
// CHECK: return
func.func @checked(%n: memref<16xindex>, %t: memref<50xf32>, %r: memref<16xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%n : memref<16xindex>) outs(%r : memref<16xf32>) attrs = {matrix.interleaved} {
  ^bb0(%i: index, %o: f32):
    %c50 = arith.constant 50 : index
    %inside = arith.cmpi ult, %i, %c50 : index
    cf.assert %inside, "index out of range"
    %even = arith.cmpi ne, %i, %c50 : index
    cf.assert %even, "index out of range"
    %x = memref.load %t[%i] : memref<50xf32>
    linalg.yield %x : f32
  }
  return
}

// Without the mark, iterations are executed one after the other.
// CHECK-LABEL: func @in_order
// CHECK: memref.load
// CHECK-NOT: memref.load
// CHECK: memref.store
func.func @in_order(%a: memref<19xi64>, %b: memref<19xi64>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<19xi64>) outs(%b : memref<19xi64>) {
  ^bb0(%x: i64, %o: i64):
    %y = arith.addi %x, %x : i64
    linalg.yield %y : i64
  }
  return
}

// -----

// Cores take rows; the index of a row and its assertion precede the loop over its elements.
// CHECK-LABEL: func @rows
// CHECK: %[[CORE:.*]] = matrix.core_id
// CHECK: scf.for %[[ROW:.*]] = %[[CORE]] to
// CHECK: %[[N:.*]] = memref.load %{{.*}}[%[[ROW]]]
// CHECK: cf.assert
// CHECK: scf.for
// CHECK-NOT: cf.assert
// CHECK-COUNT-8: memref.load
// CHECK: memref.store
#one = affine_map<(i) -> (i)>
#row = affine_map<(i, j) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
module attributes {matrix.target = #matrix.target<"base">} {
func.func @rows(%n: memref<16xindex>, %t: memref<50x32xf32>, %r: memref<16x32xf32>) {
  linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<16xindex>) outs(%r : memref<16x32xf32>) attrs = {matrix.divided} {
  ^bb0(%i: index, %o: f32):
    %c50 = arith.constant 50 : index
    %inside = arith.cmpi ult, %i, %c50 : index
    cf.assert %inside, "index out of range"
    %j = linalg.index 1 : index
    %x = memref.load %t[%i, %j] : memref<50x32xf32>
    linalg.yield %x : f32
  }
  return
}

// Cores take interleaved blocks of a loop, then single iterations. The addresses of one
// core are not those of another one, so that no speculative load is a race.
// CHECK-LABEL: func @blocks
// CHECK: %[[CORE:.*]] = matrix.core_id
// CHECK: %[[FIRST:.*]] = arith.muli %[[CORE]], %c8
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %c40 step %c32
// CHECK-COUNT-8: memref.load
// CHECK: }
// CHECK: %[[REST:.*]] = arith.addi %[[CORE]], %c40
// CHECK: scf.for %[[I:.*]] = %[[REST]] to %c45 step %c4
// CHECK-NEXT: memref.load %{{.*}}[%[[I]]]
// CHECK-NOT: memref.load
func.func @blocks(%a: memref<45xi64>, %b: memref<45xi64>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<45xi64>) outs(%b : memref<45xi64>) attrs = {matrix.divided} {
  ^bb0(%x: i64, %o: i64):
    %y = arith.addi %x, %x : i64
    linalg.yield %y : i64
  }
  return
}

// Elements of later iterations are read before those of the first one are subtracted, in order.
// CHECK-LABEL: func @ahead
// CHECK: scf.for
// CHECK-COUNT-8: memref.load %{{.*}} : memref<19xi64>
// CHECK: %[[ACC:.*]] = memref.load %{{.*}}[] : memref<i64>
// CHECK: %[[DIFFERENCE:.*]] = arith.subi %[[ACC]]
// CHECK: memref.store %[[DIFFERENCE]], %{{.*}}[] : memref<i64>
// CHECK-COUNT-7: arith.subi
func.func @ahead(%a: memref<19xi64>, %s: memref<i64>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : memref<19xi64>) outs(%s : memref<i64>) attrs = {matrix.reads_ahead} {
  ^bb0(%x: i64, %acc: i64):
    %0 = arith.subi %acc, %x : i64
    linalg.yield %0 : i64
  }
  return
}

// The sums of several elements are interleaved; each keeps the order of its addends.
// CHECK-LABEL: func @sums
// CHECK: scf.for %[[K:.*]] =
// CHECK: scf.for
// CHECK-COUNT-16: memref.load
// CHECK-NOT: memref.load
// CHECK-COUNT-8: memref.store
func.func @sums(%a: memref<16x32xi64>, %s: memref<16xi64>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<16x32xi64>) outs(%s : memref<16xi64>) attrs = {matrix.interleaved} {
  ^bb0(%x: i64, %acc: i64):
    %y = arith.addi %x, %acc : i64
    linalg.yield %y : i64
  }
  return
}
}

// -----

// A loop that writes at positions from memory loads eight iterations ahead; stores keep their order.
// CHECK-LABEL: func @scattered
// CHECK: scf.for
// CHECK-COUNT-8: memref.load %arg0
// CHECK: cf.assert
// CHECK-COUNT-8: memref.load %arg1
// CHECK-COUNT-8: memref.store
// CHECK: }
// CHECK-COUNT-2: memref.load %arg0
func.func @scattered(%n: memref<18xindex>, %v: memref<18xf32>) -> memref<50xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c18 = arith.constant 18 : index
  %c50 = arith.constant 50 : index
  %r = memref.alloc() : memref<50xf32>
  scf.for %i = %c0 to %c18 step %c1 {
    %p = memref.load %n[%i] : memref<18xindex>
    %inside = arith.cmpi ult, %p, %c50 : index
    cf.assert %inside, "index out of range"
    %x = memref.load %v[%i] : memref<18xf32>
    memref.store %x, %r[%p] : memref<50xf32>
  }
  return %r : memref<50xf32>
}

// Not if it reads what it writes.
// CHECK-LABEL: func @added
// CHECK: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: memref.store
func.func @added(%n: memref<18xindex>) -> memref<50xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c18 = arith.constant 18 : index
  %one = arith.constant 1.0 : f32
  %r = memref.alloc() : memref<50xf32>
  scf.for %i = %c0 to %c18 step %c1 {
    %p = memref.load %n[%i] : memref<18xindex>
    %x = memref.load %r[%p] : memref<50xf32>
    %y = arith.addf %x, %one : f32
    memref.store %y, %r[%p] : memref<50xf32>
  }
  return %r : memref<50xf32>
}
