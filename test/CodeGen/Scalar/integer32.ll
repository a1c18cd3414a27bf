; i32 values are sign-extended in 64-bit registers; .w instructions preserve this.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: add:
; CHECK: addw r4, r4, r5
; CHECK-NEXT: ret
define signext i32 @add(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}

; CHECK-LABEL: subtract:
; CHECK: subw r4, r4, r5
; CHECK-NEXT: ret
define signext i32 @subtract(i32 %a, i32 %b) {
  %r = sub i32 %a, %b
  ret i32 %r
}

; CHECK-LABEL: multiply:
; CHECK: mulw r4, r4, r5
; CHECK-NEXT: ret
define signext i32 @multiply(i32 %a, i32 %b) {
  %r = mul i32 %a, %b
  ret i32 %r
}

; CHECK-LABEL: addImmediate:
; CHECK: addiw r4, r4, -7
; CHECK-NEXT: ret
define signext i32 @addImmediate(i32 %a) {
  %r = add i32 %a, -7
  ret i32 %r
}

; CHECK-LABEL: shiftLeft:
; CHECK: shliw r4, r4, 9
; CHECK-NEXT: ret
define signext i32 @shiftLeft(i32 %a) {
  %r = shl i32 %a, 9
  ret i32 %r
}

; CHECK-LABEL: shiftRight:
; CHECK: bfexts r4, r4, 9, 23
; CHECK-NEXT: ret
define signext i32 @shiftRight(i32 %a) {
  %r = ashr i32 %a, 9
  ret i32 %r
}

; CHECK-LABEL: zeroExtend:
; CHECK: zextw r4, r4
; CHECK-NEXT: ret
define i64 @zeroExtend(i32 %a) {
  %r = zext i32 %a to i64
  ret i64 %r
}

; The loop has no extensions.
; CHECK-LABEL: loop:
; CHECK: mv r7, r0
; CHECK-NEXT: mv r6, r0
; CHECK-NEXT: sextw r5, r5
; CHECK-NEXT: .LBB7_1:
; CHECK-NEXT: lwx r8, r4, r7, 2
; CHECK-NEXT: addiw r9, r7, 1
; CHECK-NEXT: addi r7, r7, 1
; CHECK-NEXT: addw r6, r6, r8
; CHECK-NEXT: blt r9, r5, .LBB7_1
; CHECK-NEXT: mv r4, r6
; CHECK-NEXT: ret
define i32 @loop(ptr %p, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %at = sext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %at
  %v = load i32, ptr %q
  %more = add i32 %sum, %v
  %next = add nsw i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %done
done:
  ret i32 %more
}
