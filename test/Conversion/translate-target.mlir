// Translation to LLVM IR sets no target, and rejects operations that are not
// lowered.
//
// RUN: split-file %s %t
// RUN: matrix-opt %t/lowered.mlir --convert-to-llvm | matrix-translate --mlir-to-llvmir | FileCheck %t/lowered.mlir
// RUN: not matrix-translate --mlir-to-llvmir %t/left.mlir 2>&1 | FileCheck %t/left.mlir

//--- lowered.mlir
// CHECK: define i64 @core()
// CHECK: call i64 @matrix.csr.core()
module attributes {matrix.target = #matrix.target<"base">} {
  func.func @core() -> index {
    %0 = matrix.core_id
    return %0 : index
  }
}

//--- left.mlir
// CHECK: left.mlir:[[#@LINE+2]]:3: error: cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: matrix.barrier
llvm.func @f() {
  matrix.barrier
  llvm.return
}
