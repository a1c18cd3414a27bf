; The shortest sequence of movz or movn with movk; zero is a register.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: zero:
; CHECK: mv r4, r0
; CHECK-NEXT: ret
define i64 @zero() {
  ret i64 0
}

; CHECK-LABEL: small:
; CHECK: li r4, -32768
; CHECK-NEXT: ret
define i64 @small() {
  ret i64 -32768
}

; CHECK-LABEL: half:
; CHECK: movz r4, 65535, 0
; CHECK-NEXT: ret
define i64 @half() {
  ret i64 65535
}

; CHECK-LABEL: high:
; CHECK: movz r4, 72, 3
; CHECK-NEXT: ret
define i64 @high() {
  ret i64 20266198323167232
}

; CHECK-LABEL: complement:
; CHECK: movn r4, 22136, 0
; CHECK-NEXT: movk r4, 60875, 1
; CHECK-NEXT: ret
define i64 @complement() {
  ret i64 -305419897
}

; CHECK-LABEL: three:
; CHECK: movz r4, 39612, 0
; CHECK-NEXT: movk r4, 22136, 1
; CHECK-NEXT: movk r4, 4660, 2
; CHECK-NEXT: ret
define i64 @three() {
  ret i64 20015998343868
}

; CHECK-LABEL: four:
; CHECK: movz r4, 57072, 0
; CHECK-NEXT: movk r4, 39612, 1
; CHECK-NEXT: movk r4, 22136, 2
; CHECK-NEXT: movk r4, 4660, 3
; CHECK-NEXT: ret
define i64 @four() {
  ret i64 1311768467463790320
}

; CHECK-LABEL: single:
; CHECK: movz r4, 16320, 1
; CHECK-NEXT: fmv.s.x f0, r4
; CHECK-NEXT: ret
define float @single() {
  ret float 1.5
}

; CHECK-LABEL: singleZero:
; CHECK: fmv.s.x f0, r0
; CHECK-NEXT: ret
define float @singleZero() {
  ret float 0.0
}

; CHECK-LABEL: double:
; CHECK: movz r4, 49152, 3
; CHECK-NEXT: fmv.d.x f0, r4
; CHECK-NEXT: ret
define double @double() {
  ret double -2.0
}

; Constants of two moves are not kept in a register from the entry block on.
; CHECK-LABEL: twoMoves:
; CHECK-NEXT: beq
; CHECK-NEXT: movz
; CHECK-NEXT: movk
; CHECK-NEXT: sdx
; CHECK-NEXT: ret
; CHECK: movz
; CHECK-NEXT: movk
; CHECK-NEXT: sd r
define void @twoMoves(i64 %index, ptr %base) {
  %first = icmp eq i64 %index, 0
  br i1 %first, label %a, label %b
a:
  store volatile i64 281479271677952, ptr %base
  ret void
b:
  %element = getelementptr i64, ptr %base, i64 %index
  store volatile i64 281479271677952, ptr %element
  ret void
}

; A load from the constant pool would wait for DRAM.
; CHECK-LABEL: pi:
; CHECK: movz r4, 11544, 0
; CHECK-NEXT: movk r4, 21572, 1
; CHECK-NEXT: movk r4, 8699, 2
; CHECK-NEXT: movk r4, 16393, 3
; CHECK-NEXT: fmv.d.x f0, r4
; CHECK-NEXT: ret
define double @pi() {
  ret double 0x400921FB54442D18
}
