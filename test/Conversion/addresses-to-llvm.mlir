// Memrefs whose addresses only are used have no sizes and strides; an address at
// constant indices is one operation.
//
// RUN: matrix-opt %s --convert-to-llvm='allow-pattern-rollback=false' --reconcile-unrealized-casts --matrix-erase-dead --cse | FileCheck %s

!tile = vector<16x16xf32>
!view = memref<64x32xf32, #matrix.space<scratchpad>>
!rows = memref<16x32xf32, strided<[32, 1], offset: ?>, #matrix.space<scratchpad>>

memref.global @buffer : memref<65536xi8, #matrix.space<scratchpad>> = uninitialized

// CHECK-LABEL: llvm.func @constants(
// CHECK-NOT: llvm.insertvalue
// CHECK-NOT: llvm.extractvalue
// CHECK: %[[BUFFER:.*]] = llvm.mlir.addressof @buffer
// CHECK: %[[VIEW:.*]] = llvm.getelementptr %[[BUFFER]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
// CHECK: llvm.call @matrix.tld(%[[VIEW]],
// CHECK: %[[PART:.*]] = llvm.getelementptr %[[VIEW]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
// CHECK-NEXT: llvm.call @matrix.tst(%{{.*}}, %[[PART]],
// CHECK: llvm.return
func.func @constants() {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c1024 = arith.constant 1024 : index
  %0 = memref.get_global @buffer : memref<65536xi8, #matrix.space<scratchpad>>
  %1 = memref.view %0[%c1024][] : memref<65536xi8, #matrix.space<scratchpad>> to !view
  %2 = matrix.tld %1[%c0, %c0] : !view -> !tile
  matrix.tst %2, %1[%c16, %c16] : !tile, !view
  return
}

// The offset of a memref is part of its addresses.
// CHECK-LABEL: llvm.func @offset(
// CHECK-SAME: %[[OFFSET:[^:]*]]: i64)
// CHECK-NOT: llvm.insertvalue
// CHECK: %[[START:.*]] = llvm.getelementptr %{{.*}}[%[[OFFSET]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
// CHECK: llvm.call @matrix.tld(%[[START]],
func.func @offset(%offset: index) -> !tile {
  %c0 = arith.constant 0 : index
  %0 = memref.get_global @buffer : memref<65536xi8, #matrix.space<scratchpad>>
  %1 = memref.view %0[%c0][] : memref<65536xi8, #matrix.space<scratchpad>> to !view
  %2 = memref.reinterpret_cast %1 to offset: [%offset], sizes: [16, 32], strides: [32, 1] : !view to !rows
  %3 = matrix.tld %2[%c0, %c0] : !rows -> !tile
  return %3 : !tile
}

// A memref that is returned has all of its fields.
// CHECK-LABEL: llvm.func @returned(
// CHECK-COUNT-7: llvm.insertvalue
// CHECK: llvm.return
func.func @returned() -> !view {
  %c0 = arith.constant 0 : index
  %0 = memref.get_global @buffer : memref<65536xi8, #matrix.space<scratchpad>>
  %1 = memref.view %0[%c0][] : memref<65536xi8, #matrix.space<scratchpad>> to !view
  return %1 : !view
}
