; Calls in tail position become jumps if all arguments are in registers.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

declare i64 @callee(i64)
declare void @onStack(i64, i64, i64, i64, i64, i64, i64, i64, i64)

; CHECK-LABEL: direct:
; CHECK-NEXT: addi r4, r4, 1
; CHECK-NEXT: j callee
define i64 @direct(i64 %a) {
  %b = add i64 %a, 1
  %r = tail call i64 @callee(i64 %b)
  ret i64 %r
}

; CHECK-LABEL: required:
; CHECK-NEXT: j callee
define i64 @required(i64 %a) {
  %r = musttail call i64 @callee(i64 %a)
  ret i64 %r
}

; CHECK-LABEL: indirect:
; CHECK: jr [[F:r(4|5|6|7|8|9|1[0-8])]]{{$}}
define i64 @indirect(ptr %f, i64 %a) {
  %r = tail call i64 %f(i64 %a)
  ret i64 %r
}

; The frame is gone before the jump.
; CHECK-LABEL: afterCall:
; CHECK: call callee
; CHECK: addi r2, r2, 64
; CHECK-NEXT: j callee
define i64 @afterCall(i64 %a) {
  %b = call i64 @callee(i64 %a)
  %r = tail call i64 @callee(i64 %b)
  ret i64 %r
}

; CHECK-LABEL: manyArguments:
; CHECK: call onStack
; CHECK: ret
define void @manyArguments(i64 %a) {
  tail call void @onStack(i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a)
  ret void
}

; CHECK-LABEL: forbidden:
; CHECK: call callee
; CHECK: ret
define i64 @forbidden(i64 %a) "disable-tail-calls"="true" {
  %r = tail call i64 @callee(i64 %a)
  ret i64 %r
}
