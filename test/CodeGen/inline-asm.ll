; Registers of each file, a memory operand and an immediate.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: general:
; CHECK: mv r6, r5
; CHECK: add r4, r4, r4
; CHECK: ld r5, 16(r6)
; CHECK: ret
define i64 @general(i64 %a, ptr %p) {
  %q = getelementptr i64, ptr %p, i64 2
  %r = call i64 asm "add $0, $1, $1; ld r5, $2", "=r,r,*m,~{r5}"(i64 %a, ptr elementtype(i64) %q)
  ret i64 %r
}

; CHECK-LABEL: floating:
; CHECK: fadd.s f0, f0, f0
; CHECK: ret
define float @floating(float %a) {
  %r = call float asm "fadd.s $0, $1, $1", "=f,f"(float %a)
  ret float %r
}

; CHECK-LABEL: tile:
; CHECK: tmov t0, t0
; CHECK: ret
define <256 x i32> @tile(<256 x i32> %t) {
  %r = call <256 x i32> asm "tmov $0, $1", "=t,t"(<256 x i32> %t)
  ret <256 x i32> %r
}

; CHECK-LABEL: immediate:
; CHECK: addi r4, r4, 12
; CHECK: ret
define i64 @immediate(i64 %a) {
  %r = call i64 asm "addi $0, $1, $2", "=r,r,i"(i64 %a, i64 12)
  ret i64 %r
}
