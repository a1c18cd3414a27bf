; Paths without calls have neither prologue nor epilogue. Functions whose prologues need the
; scratch register, or a frame pointer, have both at entry and return.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

declare i64 @use(i64)
declare void @take(ptr)

; CHECK-LABEL: early:
; CHECK-NOT:   r2
; CHECK:       {{beq|bne}} r4, r0, [[CALLS:.*]]
; CHECK-NOT:   r2
; CHECK:       ret
; CHECK:       [[CALLS]]:
; CHECK-NEXT:  addi r2, r2, -64
; CHECK-NEXT:  sd r1, 56(r2)
; CHECK:       call use
; CHECK:       ld r1, 56(r2)
; CHECK-NEXT:  addi r2, r2, 64
; CHECK-NEXT:  ret
define i64 @early(i64 %a) {
  %c = icmp ne i64 %a, 0
  br i1 %c, label %fast, label %slow, !prof !0
fast:
  ret i64 %a
slow:
  %r = call i64 @use(i64 1)
  %s = add i64 %r, 3
  ret i64 %s
}

; CHECK-LABEL: dynamic:
; CHECK-NEXT:  addi r2, r2, -64
define void @dynamic(i64 %a) {
  %c = icmp ne i64 %a, 0
  br i1 %c, label %fast, label %slow
fast:
  ret void
slow:
  %p = alloca i8, i64 %a
  call void @take(ptr %p)
  ret void
}

; CHECK-LABEL: large:
; CHECK-NEXT:  mov{{[zn]}} r19,
define void @large(i64 %a) {
  %p = alloca [70000 x i8]
  %c = icmp ne i64 %a, 0
  br i1 %c, label %fast, label %slow
fast:
  ret void
slow:
  call void @take(ptr %p)
  ret void
}
!0 = !{!"branch_weights", i32 1000, i32 1}
