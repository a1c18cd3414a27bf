; Conditional branches reach 128 KiB, jumps 4 MiB; for longer distances, an inverted branch
; skips a jump, and a jump goes through a register.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs %s -o %t.s
; RUN: FileCheck %s < %t.s
; RUN: matrix-mc --filetype=obj %t.s -o %t.o

; CHECK-LABEL: near:
; CHECK: beq r4, r0, [[OTHER:.LBB[0-9_]+]]
; CHECK-NEXT: j [[FAR:.LBB[0-9_]+]]
; CHECK-NEXT: [[OTHER]]:
; CHECK: .zero 200000
; CHECK: [[FAR]]:
define i64 @near(i64 %c) {
  %t = icmp eq i64 %c, 0
  br i1 %t, label %padding, label %far, !prof !0
padding:
  call void asm sideeffect ".space 200000", ""()
  br label %far
far:
  call void asm sideeffect "nop", ""()
  ret i64 %c
}

; CHECK-LABEL: remote:
; CHECK: movz [[R:r[0-9]+]], %abs_g0_nc([[FAR:.LBB[0-9_]+]]), 0
; CHECK-NEXT: movk [[R]], %abs_g1([[FAR]]), 1
; CHECK-NEXT: jr [[R]]
; CHECK: .zero 5000000
; CHECK: [[FAR]]:
define i64 @remote(i64 %c) {
  %t = icmp eq i64 %c, 0
  br i1 %t, label %padding, label %far, !prof !0
padding:
  call void asm sideeffect ".space 5000000", ""()
  br label %far
far:
  call void asm sideeffect "nop", ""()
  ret i64 %c
}

!0 = !{!"branch_weights", i32 1000, i32 1}
