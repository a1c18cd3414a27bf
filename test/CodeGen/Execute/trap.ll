; A call to llvm.trap is not a terminator: instructions may follow it in its basic
; block.
;
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && not matrix-sim --functional %t.0 2>&1 | FileCheck %s
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && not matrix-sim --functional %t.2 2>&1 | FileCheck %s

; CHECK: error: core 0: the program's own trap
; CHECK: `unimp`

define i32 @trapWhenSet(i1 %set, i32 %x) noinline {
  br i1 %set, label %trap, label %done
trap:
  call void @llvm.trap()
  %y = mul i32 %x, %x
  br label %done
done:
  %r = phi i32 [ %x, %0 ], [ %y, %trap ]
  ret i32 %r
}

define i32 @main() {
  %zero = call i32 @trapWhenSet(i1 false, i32 0)
  %is = icmp eq i32 %zero, 0
  %never = call i32 @trapWhenSet(i1 %is, i32 %zero)
  ret i32 %never
}

declare void @llvm.trap()
