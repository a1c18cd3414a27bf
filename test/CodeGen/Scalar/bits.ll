; Bit fields, single bits, rotations, complements.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: field:
; CHECK: bfextu r4, r4, 8, 20
; CHECK-NEXT: ret
define i64 @field(i64 %a) {
  %s = lshr i64 %a, 8
  %r = and i64 %s, 1048575
  ret i64 %r
}

; CHECK-LABEL: maskThenShift:
; CHECK: bfextu r4, r4, 4, 28
; CHECK-NEXT: ret
define i64 @maskThenShift(i64 %a) {
  %m = and i64 %a, 4294967280
  %r = lshr i64 %m, 4
  ret i64 %r
}

; CHECK-LABEL: signedField:
; CHECK: bfexts r4, r4, 20, 24
; CHECK-NEXT: ret
define i64 @signedField(i64 %a) {
  %s = shl i64 %a, 20
  %r = ashr i64 %s, 40
  ret i64 %r
}

; CHECK-LABEL: clear:
; CHECK: bfclr r4, r4, 0, 3
; CHECK-NEXT: ret
define i64 @clear(i64 %a) {
  %r = and i64 %a, -8
  ret i64 %r
}

; CHECK-LABEL: complement:
; CHECK: bfchg r4, r4, 0, 64
; CHECK-NEXT: ret
define i64 @complement(i64 %a) {
  %r = xor i64 %a, -1
  ret i64 %r
}

; CHECK-LABEL: andNot:
; CHECK: andn r4, r4, r5
; CHECK-NEXT: ret
define i64 @andNot(i64 %a, i64 %b) {
  %n = xor i64 %b, -1
  %r = and i64 %a, %n
  ret i64 %r
}

; CHECK-LABEL: testBit:
; CHECK: bext r4, r4, r5
; CHECK-NEXT: ret
define i64 @testBit(i64 %a, i64 %n) {
  %s = lshr i64 %a, %n
  %r = and i64 %s, 1
  ret i64 %r
}

; CHECK-LABEL: clearBit:
; CHECK: bclr r4, r4, r5
; CHECK-NEXT: ret
define i64 @clearBit(i64 %a, i64 %n) {
  %b = shl i64 1, %n
  %m = xor i64 %b, -1
  %r = and i64 %a, %m
  ret i64 %r
}

; CHECK-LABEL: rotateWord:
; CHECK: rotlw r4, r4, r5
; CHECK-NEXT: ret
define signext i32 @rotateWord(i32 %a, i32 %n) {
  %r = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 %n)
  ret i32 %r
}

; CHECK-LABEL: shiftWord:
; CHECK: shlw r4, r4, r5
; CHECK-NEXT: ret
define signext i32 @shiftWord(i32 %a, i32 %n) {
  %r = shl i32 %a, %n
  ret i32 %r
}

; CHECK-LABEL: divideWord:
; CHECK: divuw r4, r4, r5
; CHECK-NEXT: ret
define signext i32 @divideWord(i32 %a, i32 %b) {
  %r = udiv i32 %a, %b
  ret i32 %r
}

; CHECK-LABEL: leadingZeros:
; CHECK: clzw r4, r4
; CHECK-NEXT: ret
define signext i32 @leadingZeros(i32 %a) {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  ret i32 %r
}

; Of 0x180000, without the constant.
; CHECK-LABEL: testField:
; CHECK: bfextu [[F:r[0-9]+]], r4, 19, 2
; CHECK-NEXT: beq [[F]], r0
define i64 @testField(i64 %a) {
  %m = and i64 %a, 1572864
  %z = icmp eq i64 %m, 0
  br i1 %z, label %none, label %some
none:
  ret i64 7
some:
  ret i64 %a
}

declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
