// RUN: matrix-opt %s -matrix-erase-dead | FileCheck %s

// A chain without uses is erased whole; operations with effects remain.

// CHECK-LABEL: llvm.func @chains(
// CHECK-SAME:    %[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64)
// CHECK-NEXT:    llvm.store %[[N]], %[[P]]
// CHECK-NEXT:    llvm.return
llvm.func @chains(%p: !llvm.ptr, %n: i64) {
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
  %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr, i64)>
  %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(ptr, ptr, i64)>
  %3 = llvm.insertvalue %n, %2[2] : !llvm.struct<(ptr, ptr, i64)>
  llvm.store %n, %p : i64, !llvm.ptr
  llvm.return
}
