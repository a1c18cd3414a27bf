; copysign with magnitude and sign of different widths, including NaNs: the sign is
; moved as a bit, since a conversion canonicalizes NaNs.
;
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && matrix-sim --functional %t.0
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && matrix-sim --functional %t.2

@wide   = global i64 u0xfff8000000000001      ; a negative NaN
@narrow = global i32 u0xffc00001
@plus   = global i64 u0x7ff8000000000001      ; a positive NaN

define i32 @main() {
  %d = load volatile double, ptr @wide
  %s = load volatile float, ptr @narrow
  %p = load volatile double, ptr @plus

  %f = call float @take64(float 2.0, double %d)
  %g = call double @take32(double 3.0, float %s)
  %h = call float @take64(float -4.0, double %p)
  %okf = fcmp oeq float %f, -2.0
  %okg = fcmp oeq double %g, -3.0
  %okh = fcmp oeq float %h, 4.0
  %a = and i1 %okf, %okg
  %ok = and i1 %a, %okh
  %status = select i1 %ok, i32 0, i32 1
  ret i32 %status
}

; Instruction selection sees copysign of a conversion and removes the conversion.
define float @take64(float %x, double %sign) noinline {
  %n = fptrunc double %sign to float
  %r = call float @llvm.copysign.f32(float %x, float %n)
  ret float %r
}
define double @take32(double %x, float %sign) noinline {
  %w = fpext float %sign to double
  %r = call double @llvm.copysign.f64(double %x, double %w)
  ret double %r
}

declare float @llvm.copysign.f32(float, float)
declare double @llvm.copysign.f64(double, double)
