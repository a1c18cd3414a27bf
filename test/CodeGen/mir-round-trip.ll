; Code generation may stop at any pass and resume from the MIR file: symbol
; operands keep their relocations, and all other state is preserved.
;
; RUN: llc -mtriple=matrix -stop-after=postrapseudos %s -o - | FileCheck %s
; RUN: %if full %{ %python %S/Inputs/mir-round-trip.py %s %t -O0 -verify-machineinstrs %}
; RUN: %python %S/Inputs/mir-round-trip.py %s %t -O2 -verify-machineinstrs
;
; CHECK: MOVZ target-flags(R_MATRIX_ABS_G0_NC) @g, 0
; CHECK: MOVK {{.*}}, target-flags(R_MATRIX_ABS_G1) @g, 1

@g = global [100 x i64] zeroinitializer
@s = addrspace(1) global [4096 x i8] zeroinitializer, align 64
declare i64 @ext(i64, ...)
declare <256 x i32> @matrix.tadd.f32(<256 x i32>, <256 x i32>)
define i64 @f(i64 %a, double %d, float %e, ptr %p) {
entry:
  %big = alloca [50000 x i8]
  %c = icmp sgt i64 %a, 12345678
  br i1 %c, label %t, label %u
t:
  %x = load i64, ptr getelementptr (i8, ptr @g, i64 40)
  %y = call i64 (i64, ...) @ext(i64 %x, double %d, ptr %big)
  br label %j
u:
  %k = fptosi float %e to i64
  %z = getelementptr i64, ptr @g, i64 %k
  store i64 %a, ptr %z
  br label %j
j:
  %q = phi i64 [ %y, %t ], [ %k, %u ]
  %n = fmul double %d, 3.5
  %m = fptosi double %n to i64
  %r = add i64 %q, %m
  ret i64 %r
}
define void @tile(ptr addrspace(1) %p, i64 %n) {
entry:
  %a0 = load <256 x i32>, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %acc = phi <256 x i32> [ zeroinitializer, %entry ], [ %acc1, %loop ]
  %acc1 = call <256 x i32> @matrix.tadd.f32(<256 x i32> %acc, <256 x i32> %a0)
  %r = call i64 (i64, ...) @ext(i64 %i)
  %i1 = add i64 %i, 1
  %e = icmp eq i64 %i1, %n
  br i1 %e, label %out, label %loop
out:
  store <256 x i32> %acc1, ptr addrspace(1) %p
  ret void
}
define i32 @sw(i32 %x) {
  switch i32 %x, label %d [ i32 1, label %a
  i32 2, label %b
  i32 3, label %c
  i32 4, label %e
  i32 5, label %f ]
a: ret i32 10
b: ret i32 25
c: ret i32 3
e: ret i32 77
f: ret i32 -1
d: ret i32 0
}
define i64 @va(i64 %n, ...) {
  %l = alloca ptr
  call void @llvm.va_start.p0(ptr %l)
  %v = va_arg ptr %l, i64
  ret i64 %v
}
declare void @llvm.va_start.p0(ptr)
define i64 @dyn(i64 %n) {
  %p = alloca i64, i64 %n, align 128
  store volatile i64 %n, ptr %p
  %v = call i64 (i64, ...) @ext(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, ptr %p)
  ret i64 %v
}
define double @sel(i1 %c, double %a, double %b) {
  %r = select i1 %c, double %a, double %b
  ret double %r
}
