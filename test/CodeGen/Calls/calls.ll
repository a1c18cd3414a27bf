; RISC-V LP64D: eight general and eight floating-point registers, then the stack;
; variadic arguments as integers; byval as the address of a copy.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

%Block = type { i64, i64, i64 }
declare void @nine(i64, i64, i64, i64, i64, i64, i64, i64, i64)
declare void @print(ptr, ...)
declare void @take(ptr byval(%Block))

; CHECK-LABEL: onStack:
; CHECK: addi r2, r2, -128
; CHECK-NEXT: sd r1, 120(r2)
; CHECK-NEXT: sd r4, 0(r2)
; CHECK-NEXT: li r4, 1
; CHECK-NEXT: li r5, 2
; CHECK-NEXT: li r6, 3
; CHECK-NEXT: li r7, 4
; CHECK-NEXT: li r8, 5
; CHECK-NEXT: li r9, 6
; CHECK-NEXT: li r10, 7
; CHECK-NEXT: li r11, 8
; CHECK-NEXT: call nine
; CHECK-NEXT: ld r1, 120(r2)
; CHECK-NEXT: addi r2, r2, 128
; CHECK-NEXT: ret
define void @onStack(i64 %a) {
  call void @nine(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 %a)
  ret void
}

; CHECK-LABEL: fromStack:
; CHECK: ld r4, 0(r2)
; CHECK-NEXT: ret
define i64 @fromStack(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i) {
  ret i64 %i
}

; CHECK-LABEL: mixed:
; CHECK: fcvt.s.d f1, f1
; CHECK-NEXT: fadd.s f0, f0, f1
; CHECK-NEXT: ret
define float @mixed(i64 %a, float %x, i64 %b, double %y) {
  %d = fptrunc double %y to float
  %r = fadd float %x, %d
  ret float %r
}

; CHECK-LABEL: unnamed:
; CHECK: addi r2, r2, -64
; CHECK-NEXT: sd r1, 56(r2)
; CHECK-NEXT: fmv.x.d r5, f0
; CHECK-NEXT: li r6, 7
; CHECK-NEXT: call print
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: ret
define void @unnamed(ptr %p, double %x) {
  call void (ptr, ...) @print(ptr %p, double %x, i64 7)
  ret void
}

; CHECK-LABEL: pair:
; CHECK: ret
define { i64, double } @pair(i64 %a, double %b) {
  %r = insertvalue { i64, double } poison, i64 %a, 0
  %s = insertvalue { i64, double } %r, double %b, 1
  ret { i64, double } %s
}

; CHECK-LABEL: copied:
; CHECK: addi r2, r2, -64
; CHECK-NEXT: sd r1, 56(r2)
; CHECK-NEXT: ld r5, 16(r4)
; CHECK-NEXT: sd r5, 48(r2)
; CHECK-NEXT: ld r5, 8(r4)
; CHECK-NEXT: sd r5, 40(r2)
; CHECK-NEXT: ld r4, 0(r4)
; CHECK-NEXT: sd r4, 32(r2)
; CHECK-NEXT: addi r4, r2, 32
; CHECK-NEXT: call take
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: ret
define void @copied(ptr %p) {
  call void @take(ptr byval(%Block) %p)
  ret void
}
