; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: arithmetic:
; CHECK: fadd.s f2, f0, f1
; CHECK-NEXT: fmul.s f2, f2, f1
; CHECK-NEXT: fdiv.s f0, f2, f0
; CHECK-NEXT: ret
define float @arithmetic(float %a, float %b) {
  %s = fadd float %a, %b
  %p = fmul float %s, %b
  %q = fdiv float %p, %a
  ret float %q
}

; CHECK-LABEL: fused:
; CHECK: fmadd.d f0, f0, f1, f2
; CHECK-NEXT: ret
define double @fused(double %a, double %b, double %c) {
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}

; Contraction only with the fast-math flag.
; CHECK-LABEL: notFused:
; CHECK: fmul.s f0, f0, f1
; CHECK-NEXT: fadd.s f0, f0, f2
; CHECK-NEXT: ret
define float @notFused(float %a, float %b, float %c) {
  %p = fmul float %a, %b
  %r = fadd float %p, %c
  ret float %r
}

; llvm.maximum returns NaN if either operand is NaN, llvm.minnum the other operand.
; CHECK-LABEL: extremes:
; CHECK: fmaxm.s f0, f0, f1
; CHECK-NEXT: fmin.s f0, f0, f2
; CHECK-NEXT: ret
define float @extremes(float %a, float %b, float %c) {
  %m = call float @llvm.maximum.f32(float %a, float %b)
  %n = call float @llvm.minnum.f32(float %m, float %c)
  ret float %n
}

; CHECK-LABEL: signs:
; CHECK: fsgnj.s f0, f0, f1
; CHECK-NEXT: fsgnjx.s f1, f1, f1
; CHECK-NEXT: fadd.s f0, f0, f1
; CHECK-NEXT: ret
define float @signs(float %a, float %b) {
  %n = fneg float %a
  %c = call float @llvm.copysign.f32(float %n, float %b)
  %d = call float @llvm.fabs.f32(float %b)
  %r = fadd float %c, %d
  ret float %r
}

; CHECK-LABEL: roundings:
; CHECK: ffloor.d f0, f0
; CHECK-NEXT: fceil.d f0, f0
; CHECK-NEXT: frnd.d f0, f0
; CHECK-NEXT: ret
define double @roundings(double %a) {
  %f = call double @llvm.floor.f64(double %a)
  %c = call double @llvm.ceil.f64(double %f)
  %t = call double @llvm.trunc.f64(double %c)
  %e = call double @llvm.roundeven.f64(double %t)
  ret double %e
}

; CHECK-LABEL: unordered:
; CHECK: fle.d r4, f1, f0
; CHECK-NEXT: xori r4, r4, 1
; CHECK-NEXT: ret
define i64 @unordered(double %a, double %b) {
  %c = fcmp ult double %a, %b
  %r = zext i1 %c to i64
  ret i64 %r
}

; CHECK-LABEL: select:
; CHECK: flt.s r4, f0, f1
; CHECK-NEXT: bne r4, r0, .LBB7_2
; CHECK-NEXT: fmv.d f0, f1
; CHECK-NEXT: .LBB7_2:
; CHECK-NEXT: ret
define float @select(float %a, float %b) {
  %c = fcmp olt float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}

; CHECK-LABEL: convert:
; CHECK: fcvt.s.l f1, r4
; CHECK-NEXT: fcvt.s.d f0, f0
; CHECK-NEXT: fcvt.l.s r4, f0
; CHECK-NEXT: fcvt.s.l f0, r4
; CHECK-NEXT: fadd.s f0, f0, f1
; CHECK-NEXT: ret
define float @convert(i64 %i, double %d) {
  %a = sitofp i64 %i to float
  %b = fptrunc double %d to float
  %c = fptosi float %b to i64
  %e = sitofp i64 %c to float
  %r = fadd float %a, %e
  ret float %r
}

; CHECK-LABEL: bits:
; CHECK: fmv.x.s r5, f0
; CHECK-NEXT: addw r4, r4, r5
; CHECK-NEXT: ret
define i32 @bits(float %f, i32 %i) {
  %b = bitcast float %f to i32
  %r = add i32 %b, %i
  ret i32 %r
}

; CHECK-LABEL: library:
; CHECK: addi r2, r2, -64
; CHECK-NEXT: sd r1, 56(r2)
; CHECK-NEXT: fsd f20, 48(r2)
; CHECK-NEXT: fmv.d f20, f1
; CHECK-NEXT: call expf
; CHECK-NEXT: fmv.d f1, f20
; CHECK-NEXT: call fmodf
; CHECK-NEXT: fld f20, 48(r2)
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: ret
define float @library(float %a, float %b) {
  %e = call float @llvm.exp.f32(float %a)
  %r = frem float %e, %b
  ret float %r
}
