; LLVM's opt rejects a triple whose architecture is not in llvm::Triple,
; regardless of -load. It accepts a module without a triple but with the
; data layout, and llc accepts the output.
;
; RUN: opt -O2 -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: llc -mtriple=matrix -verify-machineinstrs -filetype=obj %t.ll -o %t.o
; RUN: matrix-ld %t.o -o %t.elf
; RUN: %python %S/../Inputs/status.py 45 matrix-sim --functional %t.elf
; A module with the triple is accepted by -mtriple=unknown, which replaces it.
; RUN: sed -e "s/^target datalayout/target triple = \"matrix-unknown-elf\"\n&/" %s > %t.triple.ll
; RUN: not opt -O2 -S %t.triple.ll -o %t.bad 2>&1 | FileCheck --check-prefix=TRIPLE %s
; RUN: not opt -load=%libs/libLLVMMatrix.so -O2 -S %t.triple.ll -o %t.bad 2>&1 | FileCheck --check-prefix=TRIPLE %s
; RUN: opt -mtriple=unknown -O2 -S %t.triple.ll -o - | FileCheck %s
; TRIPLE: unrecognized architecture 'matrix' provided

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:64:64-i64:64-i128:128-v2048:512-v4096:512-v8192:512-v16384:512-v32768:512-v65536:512-v131072:512-n32:64-S512"

; CHECK: define {{.*}}i32 @main()
; CHECK: ret i32 45
define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %sum, %i
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 10
  br i1 %done, label %out, label %loop
out:
  ret i32 %more
}
