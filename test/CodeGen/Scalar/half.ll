; f16 and bf16 are storage formats: they are converted in floating-point registers,
; without moves through general registers.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: loadHalf:
; CHECK: flh f0, 0(r4)
; CHECK-NEXT: fcvt.s.h f0, f0
; CHECK-NEXT: ret
define float @loadHalf(ptr %p) {
  %h = load half, ptr %p
  %f = fpext half %h to float
  ret float %f
}

; CHECK-LABEL: loadBrain:
; CHECK: flh f0, 6(r4)
; CHECK-NEXT: fcvt.s.b f0, f0
; CHECK-NEXT: ret
define float @loadBrain(ptr %p) {
  %q = getelementptr bfloat, ptr %p, i64 3
  %h = load bfloat, ptr %q
  %f = fpext bfloat %h to float
  ret float %f
}

; CHECK-LABEL: storeHalf:
; CHECK: fcvt.h.s f0, f0
; CHECK-NEXT: fsh f0, 0(r4)
; CHECK-NEXT: ret
define void @storeHalf(ptr %p, float %f) {
  %h = fptrunc float %f to half
  store half %h, ptr %p
  ret void
}

; CHECK-LABEL: storeBrain:
; CHECK: fcvt.b.s f0, f0
; CHECK-NEXT: fsh f0, 0(r4)
; CHECK-NEXT: ret
define void @storeBrain(ptr %p, float %f) {
  %h = fptrunc float %f to bfloat
  store bfloat %h, ptr %p
  ret void
}

; One rounding.
; CHECK-LABEL: storeDouble:
; CHECK: fcvt.h.d f0, f0
; CHECK-NEXT: fsh f0, 0(r4)
; CHECK-NEXT: ret
define void @storeDouble(ptr %p, double %f) {
  %h = fptrunc double %f to half
  store half %h, ptr %p
  ret void
}

; Computed in f32, rounded after each operation.
; CHECK-LABEL: add:
; CHECK: flh f0, 0(r5)
; CHECK-NEXT: flh f1, 0(r4)
; CHECK-NEXT: fcvt.s.b f0, f0
; CHECK-NEXT: fcvt.s.b f1, f1
; CHECK-NEXT: fadd.s f1, f1, f0
; CHECK-NEXT: fcvt.b.s f0, f1
; CHECK-NEXT: fsh f0, 0(r4)
; CHECK-NEXT: ret
define void @add(ptr %p, ptr %q) {
  %a = load bfloat, ptr %p
  %b = load bfloat, ptr %q
  %s = fadd bfloat %a, %b
  store bfloat %s, ptr %p
  ret void
}

; Through f32, which is exact.
; CHECK-LABEL: loadDouble:
; CHECK: lhu r4, 0(r4)
; CHECK-NEXT: fmv.s.x f0, r4
; CHECK-NEXT: fcvt.s.b f0, f0
; CHECK-NEXT: fcvt.d.s f0, f0
; CHECK-NEXT: ret
define double @loadDouble(ptr %p) {
  %h = load bfloat, ptr %p
  %f = fpext bfloat %h to double
  ret double %f
}

; Conversion through double, which represents an i32 exactly: float would round it.
; CHECK-LABEL: fromWord:
; CHECK: fcvt.d.l f0, r{{[0-9]+}}
; CHECK-NEXT: fcvt.b.d f0, f0
define void @fromWord(ptr %p, i32 %x) {
  %h = sitofp i32 %x to bfloat
  store bfloat %h, ptr %p
  ret void
}

; CHECK-LABEL: fromUnsigned:
; CHECK: fcvt.d.l f0, r{{[0-9]+}}
; CHECK-NEXT: fcvt.b.d f0, f0
define void @fromUnsigned(ptr %p, i32 %x) {
  %h = uitofp i32 %x to bfloat
  store bfloat %h, ptr %p
  ret void
}

; Integers that float cannot represent overflow.
; CHECK-LABEL: halfFromWord:
; CHECK: fcvt.s.l f0, r{{[0-9]+}}
; CHECK-NEXT: fcvt.h.s f0, f0
define void @halfFromWord(ptr %p, i32 %x) {
  %h = sitofp i32 %x to half
  store half %h, ptr %p
  ret void
}

; Large numbers are rounded to odd: the lowest 11 digits become one digit.
; CHECK-LABEL: fromLong:
; CHECK: andi r{{[0-9]+}}, r5, 2047
; CHECK: fcvt.d.l f0, r{{[0-9]+}}
; CHECK-NEXT: fcvt.b.d f0, f0
define void @fromLong(ptr %p, i64 %x) {
  %h = sitofp i64 %x to bfloat
  store bfloat %h, ptr %p
  ret void
}
