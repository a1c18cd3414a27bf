; Words that calls of the runtime library and of libm take are sign-extended, as
; those of C.
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: scale:
; CHECK: sextw r6, r6
; CHECK: call ldexpl
define fp128 @scale(fp128 %x, i32 %n) {
  %result = call fp128 @llvm.ldexp.f128.i32(fp128 %x, i32 %n)
  ret fp128 %result
}

; CHECK-LABEL: power:
; CHECK: subw r6, r0, r6
; CHECK: call __powitf2
define fp128 @power(fp128 %x, i32 %n) {
  %negated = sub i32 0, %n
  %result = call fp128 @llvm.powi.f128.i32(fp128 %x, i32 %negated)
  ret fp128 %result
}

; CHECK-LABEL: unsigned:
; CHECK: addiw r4, r4, 3
; CHECK: call __floatunsitf
define fp128 @unsigned(i32 %n) {
  %sum = add i32 %n, 3
  %result = uitofp i32 %sum to fp128
  ret fp128 %result
}
