; One instruction each, or the shortest sequence of two.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: equal:
; CHECK: xor r4, r4, r5
; CHECK-NEXT: sltui r4, r4, 1
; CHECK-NEXT: ret
define i64 @equal(i64 %a, i64 %b) {
  %c = icmp eq i64 %a, %b
  %r = zext i1 %c to i64
  ret i64 %r
}

; CHECK-LABEL: atLeast:
; CHECK: slt r4, r4, r5
; CHECK-NEXT: xori r4, r4, 1
; CHECK-NEXT: ret
define i64 @atLeast(i64 %a, i64 %b) {
  %c = icmp sge i64 %a, %b
  %r = zext i1 %c to i64
  ret i64 %r
}

; CHECK-LABEL: belowTen:
; CHECK: sltui r4, r4, 10
; CHECK-NEXT: ret
define i64 @belowTen(i64 %a) {
  %c = icmp ult i64 %a, 10
  %r = zext i1 %c to i64
  ret i64 %r
}

; CHECK-LABEL: choose:
; CHECK: cmovnz r6, r5, r4
; CHECK-NEXT: mv r4, r6
; CHECK-NEXT: ret
define i64 @choose(i64 %c, i64 %a, i64 %b) {
  %t = icmp ne i64 %c, 0
  %r = select i1 %t, i64 %a, i64 %b
  ret i64 %r
}

; CHECK-LABEL: largest:
; CHECK: max r4, r4, r5
; CHECK-NEXT: ret
define i64 @largest(i64 %a, i64 %b) {
  %r = call i64 @llvm.smax.i64(i64 %a, i64 %b)
  ret i64 %r
}

; CHECK-LABEL: bits:
; CHECK: cpop r4, r4
; CHECK-NEXT: clz r4, r4
; CHECK-NEXT: ctz r4, r4
; CHECK-NEXT: ret
define i64 @bits(i64 %a) {
  %n = call i64 @llvm.ctpop.i64(i64 %a)
  %l = call i64 @llvm.ctlz.i64(i64 %n, i1 false)
  %t = call i64 @llvm.cttz.i64(i64 %l, i1 false)
  ret i64 %t
}

; Expanded to a multiplication.
; CHECK-LABEL: tenth:
; CHECK: movz r5, 52429, 0
; CHECK-NEXT: movk r5, 52428, 1
; CHECK-NEXT: movk r5, 52428, 2
; CHECK-NEXT: movk r5, 52428, 3
; CHECK-NEXT: mulhu r4, r4, r5
; CHECK-NEXT: shri r4, r4, 3
; CHECK-NEXT: ret
define i64 @tenth(i64 %a) {
  %r = udiv i64 %a, 10
  ret i64 %r
}

; CHECK-LABEL: product:
; CHECK: mul r6, r4, r5
; CHECK-NEXT: mulh r5, r4, r5
; CHECK-NEXT: mv r4, r6
; CHECK-NEXT: ret
define i128 @product(i64 %a, i64 %b) {
  %x = sext i64 %a to i128
  %y = sext i64 %b to i128
  %r = mul i128 %x, %y
  ret i128 %r
}
