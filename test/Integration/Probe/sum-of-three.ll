; Scalar: a loop of two additions, from LLVM IR. The expected sum is computed by
; Python.
;
; REQUIRES: record-ADDTHREE
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.o
; RUN: matrix-objdump -d %t.o | FileCheck %s
; RUN: matrix-ld %t.o -o %t.elf && matrix-sim --functional %t.elf
;
; CHECK: {{x?}}addthree{{0?}} r{{[0-9]+}}, r{{[0-9]+}}, r{{[0-9]+}}, r{{[0-9]+}}

@x = global [3 x i64] [i64 81985529216486895, i64 -77, i64 1099511627776]
@y = global [3 x i64] [i64 3, i64 140737488355327, i64 -5]

define i32 @main() {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 9, %entry ], [ %more, %loop ]
  %px = getelementptr i64, ptr @x, i64 %i
  %py = getelementptr i64, ptr @y, i64 %i
  %a = load volatile i64, ptr %px
  %b = load volatile i64, ptr %py
  %p = add i64 %a, %b
  %more = add i64 %sum, %p
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 3
  br i1 %done, label %end, label %loop

end:
  %wrong = icmp ne i64 %more, 82127366216469928
  %status = zext i1 %wrong to i32
  ret i32 %status
}
