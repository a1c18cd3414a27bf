// Core 1 loads a block for all cores; each waits for it and reads an element, a
// different one on each. The exit status encodes the error.
//
// RUN: matrix-opt %s --convert-scf-to-cf --convert-to-llvm \
// RUN:   --reconcile-unrealized-casts | matrix-translate --mlir-to-llvmir -o %t.ll
// RUN: llc -mtriple=matrix -verify-machineinstrs -O2 -filetype=obj %t.ll -o %t.o
// RUN: matrix-ld %t.o -o %t.elf
// RUN: matrix-sim %t.elf
//
// Without the wait, a core reads what has not arrived.
//
// RUN: sed "s|matrix.semaphore_wait|// matrix.semaphore_wait|" %s | matrix-opt --convert-scf-to-cf --convert-to-llvm \
// RUN:   --reconcile-unrealized-casts | matrix-translate --mlir-to-llvmir -o %t.ll
// RUN: llc -mtriple=matrix -O2 -filetype=obj %t.ll -o %t.o
// RUN: matrix-ld %t.o -o %t.elf
// RUN: not matrix-sim %t.elf 2>&1 | FileCheck %s --check-prefix=RACE
//
// RACE: error: core 1: starts transfer 1, {{.*}} while core 0 may read them: order them by a semaphore

!block = memref<4x16xi64, #matrix.space<scratchpad>>

llvm.mlir.global internal constant @kernel("{\22mode\22:\22spmd\22,\22cores\22:4,\22args\22:[]}")
  {section = ".matrix.kernel"}

memref.global @matrix : memref<4xi64> = dense<[10, 11, 12, 13]>
memref.global @block : !block = uninitialized

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %all = arith.constant 15 : index
  %semaphore = arith.constant 3 : index
  %ten = arith.constant 10 : i64
  %matrix = memref.get_global @matrix : memref<4xi64>
  %rows = memref.reinterpret_cast %matrix to offset: [0], sizes: [4, 16], strides: [1, 0]
    : memref<4xi64> to memref<4x16xi64, strided<[1, 0]>>
  %block = memref.get_global @block : !block
  %id = matrix.core_id
  %loads = arith.cmpi eq, %id, %c1 : index
  scf.if %loads {
    %t = matrix.dma_load %rows to %block multicast %all post %semaphore
      : memref<4x16xi64, strided<[1, 0]>> to !block
  }
  matrix.semaphore_wait %semaphore for %c1
  %element = memref.load %block[%id, %id] : !block
  %number = arith.index_cast %id : index to i64
  %expected = arith.addi %number, %ten : i64
  %wrong = arith.cmpi ne, %element, %expected : i64
  %status = arith.extui %wrong : i1 to i32
  return %status : i32
}
