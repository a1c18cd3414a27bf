// Tiles are converted to words, instructions to calls of builtins, the scratchpad to an
// address space.
//
// RUN: matrix-opt %s --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts | FileCheck %s

!f = vector<16x16xf32>
!i = vector<16x16xi32>
!n = vector<16x64xi8>
!s = memref<64x48xf32, #matrix.space<scratchpad>>
!d = memref<?x?xf32, strided<[?, 1], offset: ?>, #matrix.space<scratchpad>>

// Effects are those of the pointer operand, or none.
// CHECK-DAG: llvm.func @matrix.tadd.f32(vector<256xi32>, vector<256xi32>) -> vector<256xi32> attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none{{.*}}>, no_unwind, will_return}
// CHECK-DAG: llvm.func @matrix.tld(!llvm.ptr<1>, i64, i64) -> vector<256xi32> attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read,
// CHECK-DAG: llvm.func @matrix.tst(vector<256xi32>, !llvm.ptr<1>, i64, i64) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = write,

// CHECK-LABEL: llvm.func @values(
// CHECK-SAME: vector<256xi32>, %{{.*}}: vector<256xi32>, %{{.*}}: vector<256xi32>, %[[X:.*]]: i64, %[[S:.*]]: f32)
// CHECK: llvm.call @matrix.tmma.i32.u8(
// CHECK: %[[Q:.*]] = llvm.mlir.constant(3 : i64) : i64
// CHECK: llvm.call @matrix.tcvtn.i8.i32(%{{.*}}, %[[Q]], %{{.*}}) : (vector<256xi32>, i64, vector<256xi32>) -> vector<256xi32>
// CHECK: llvm.call @matrix.tsplat.w(%[[X]]) : (i64) -> vector<256xi32>
// CHECK: llvm.call @matrix.tsplatf(%[[S]]) : (f32) -> vector<256xi32>
func.func @values(%f: !f, %i: !i, %n: !n, %x: i64, %s: f32) -> (!n, !i, !f) {
  %0 = matrix.tmma %i, %n, %n {form = "i32.u8"} : (!i, !n, !n) -> !i
  %1 = matrix.tcvtn %n, %0 {form = "i8.i32", q = 3} : (!n, !i) -> !n
  %2 = matrix.tsplat %x : (i64) -> !i
  %3 = matrix.tsplatf %s : (f32) -> !f
  return %1, %2, %3 : !n, !i, !f
}

// The mark of ordered tiles is an intrinsic without code.
// CHECK-LABEL: llvm.func @mark(
// CHECK-NEXT: llvm.call_intrinsic "llvm.sideeffect"() ["matrix-ordered-tiles"()]
// CHECK-NEXT: llvm.return
func.func @mark() {
  matrix.order_tiles
  return
}

// Tiles as loop-carried values, and bitcasts.
// CHECK-LABEL: llvm.func @flow(
// CHECK: ^bb1(%{{.*}}: i64, %{{.*}}: vector<256xi32>)
// CHECK: llvm.call @matrix.tadd.f32
func.func @flow(%f: !f, %n: index) -> !i {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %f) -> !f {
    %s = matrix.tadd %a, %f : (!f, !f) -> !f
    scf.yield %s : !f
  }
  %1 = arith.bitcast %0 : !f to !i
  return %1 : !i
}

// Strides in bytes: constant, 0 for a broadcast, or from the memref.
// CHECK-LABEL: llvm.func @memory(
// CHECK: %[[PITCH:.*]] = llvm.mlir.constant(192 : i64) : i64
// CHECK: llvm.call @matrix.tld(%{{.*}}, %{{.*}}, %[[PITCH]]) : (!llvm.ptr<1>, i64, i64)
// CHECK: %[[OFFSET:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: llvm.call @matrix.tld(%{{.*}}, %[[OFFSET]], %[[ZERO]])
// CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK: %[[DYN:.*]] = llvm.mul %{{.*}}, %[[FOUR]]
// CHECK: llvm.call @matrix.tst(%{{.*}}, %{{.*}}, %{{.*}}, %[[DYN]]) : (vector<256xi32>, !llvm.ptr<1>, i64, i64) -> ()
func.func @memory(%s: !s, %d: !d, %i: index) {
  %0 = matrix.tld %s[%i, %i] : !s -> !f
  %1 = matrix.tld %s[%i, %i] {broadcast} : !s -> !f
  %2 = matrix.tadd %0, %1 : (!f, !f) -> !f
  matrix.tst %2, %d[%i, %i] : !f, !d
  return
}
