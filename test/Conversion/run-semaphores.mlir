// A sum computed in a ring: each core waits for the previous one, adds its number
// times ten plus one, and posts to the next one. Core 0 starts, and at the end waits
// for two posts at once, one from the last core and one from core 0
// itself. The exit status encodes the error.
//
// RUN: matrix-opt %s --convert-scf-to-cf --convert-to-llvm \
// RUN:   --reconcile-unrealized-casts | matrix-translate --mlir-to-llvmir -o %t.ll
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.ll
// RUN: llc -mtriple=matrix -verify-machineinstrs -O2 -filetype=obj %t.ll -o %t.o
// RUN: matrix-ld %t.o -o %t.elf
// RUN: matrix-sim %t.elf
//
// Without the last core's post, core 0 is blocked.
//
// RUN: sed "s|call @posts_back|call @posts_nothing|" %s | matrix-opt --convert-scf-to-cf --convert-to-llvm \
// RUN:   --reconcile-unrealized-casts | matrix-translate --mlir-to-llvmir -o %t.ll
// RUN: llc -mtriple=matrix -O2 -filetype=obj %t.ll -o %t.o
// RUN: matrix-ld %t.o -o %t.elf
// RUN: not matrix-sim %t.elf 2>&1 | FileCheck %s --check-prefix=STUCK
//
// IR-DAG: call void @matrix.role.sem_post(i64 %{{.*}}, i64 5)
// IR-DAG: call void @matrix.role.sem_wait(i64 2, i64 6)
// STUCK: core 0{{.*}}semaphore 6 to reach 2 (it is 1)

llvm.mlir.global internal constant @kernel("{\22mode\22:\22spmd\22,\22cores\22:4,\22args\22:[]}")
  {section = ".matrix.kernel"}

memref.global @sum : memref<1xi64> = dense<0>

func.func private @add(%id: index) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %ten = arith.constant 10 : i64
  %sum = memref.get_global @sum : memref<1xi64>
  %old = memref.load %sum[%c0] : memref<1xi64>
  %wide = arith.index_cast %id : index to i64
  %part = arith.muli %wide, %ten : i64
  %more = arith.addi %part, %one : i64
  %new = arith.addi %old, %more : i64
  memref.store %new, %sum[%c0] : memref<1xi64>
  matrix.fence
  return
}

func.func private @posts_back(%back: index) {
  %c0 = arith.constant 0 : index
  matrix.semaphore_post %back of %c0
  return
}
func.func private @posts_nothing(%back: index) {
  return
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %turn = arith.constant 5 : index
  %back = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  %id = matrix.core_id
  %n = matrix.num_cores
  %next = arith.addi %id, %c1 : index
  %isFirst = arith.cmpi eq, %id, %c0 : index
  %isLast = arith.cmpi eq, %next, %n : index
  scf.if %isFirst {
    matrix.semaphore_post %back of %c0
  } else {
    matrix.semaphore_wait %turn for %c1
  }
  func.call @add(%id) : (index) -> ()
  scf.if %isLast {
    func.call @posts_back(%back) : (index) -> ()
  } else {
    matrix.semaphore_post %turn of %next
  }
  %status = scf.if %isFirst -> i32 {
    matrix.semaphore_wait %back for %c2
    %sum = memref.get_global @sum : memref<1xi64>
    %all = memref.load %sum[%c0] : memref<1xi64>
    %expected = arith.constant 64 : i64
    %right = arith.cmpi eq, %all, %expected : i64
    %one = arith.constant 1 : i32
    %r = arith.select %right, %zero, %one : i32
    scf.yield %r : i32
  } else {
    scf.yield %zero : i32
  }
  return %status : i32
}
