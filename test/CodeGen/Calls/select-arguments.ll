; Selections of floats are blocks of their own, also between the begin of a call
; and the call, where some schedulers of instruction selection place them.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=matrix -pre-RA-sched=list-ilp -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=matrix -pre-RA-sched=fast -verify-machineinstrs < %s | FileCheck %s

declare void @g(double, float, double, ptr, i64, i64, i64, i64, i64, i64, i64, i64)

; CHECK-LABEL: f:
; CHECK: call g
define void @f(i64 %c, double %a, double %b, float %x, float %y, ptr %p) {
  %is_five = icmp eq i64 %c, 5
  %s = select i1 %is_five, double %a, double %b
  %t = select i1 %is_five, float %x, float %y
  %q = load i64, ptr %p
  %is_less = icmp slt i64 %q, 7
  %u = select i1 %is_less, double %b, double 4.0
  call void @g(double %s, float %t, double %u, ptr %p, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 %q)
  ret void
}
