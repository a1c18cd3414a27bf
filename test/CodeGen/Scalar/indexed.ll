; Base and scaled index as an address and as a sum; products that are added.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: load:
; CHECK: ldx r4, r4, r5, 3
; CHECK-NEXT: ret
define i64 @load(ptr %p, i64 %i) {
  %q = getelementptr i64, ptr %p, i64 %i
  %r = load i64, ptr %q
  ret i64 %r
}

; CHECK-LABEL: loadByte:
; CHECK: lbux r4, r4, r5, 0
; CHECK-NEXT: ret
define zeroext i8 @loadByte(ptr %p, i64 %i) {
  %q = getelementptr i8, ptr %p, i64 %i
  %r = load i8, ptr %q
  ret i8 %r
}

; CHECK-LABEL: loadDouble:
; CHECK: fldx f0, r4, r5, 3
; CHECK-NEXT: ret
define double @loadDouble(ptr %p, i64 %i) {
  %q = getelementptr double, ptr %p, i64 %i
  %r = load double, ptr %q
  ret double %r
}

; CHECK-LABEL: store:
; CHECK: shx r6, r4, r5, 1
; CHECK-NEXT: ret
define void @store(ptr %p, i64 %i, i16 %v) {
  %q = getelementptr i16, ptr %p, i64 %i
  store i16 %v, ptr %q
  ret void
}

; Both accesses by the same address.
; CHECK-LABEL: update:
; CHECK: lwx [[R:r[0-9]+]], r4, r5, 2
; CHECK-NEXT: addi [[S:r[0-9]+]], [[R]], 1
; CHECK-NEXT: swx [[S]], r4, r5, 2
; CHECK-NEXT: ret
define void @update(ptr %p, i64 %i) {
  %q = getelementptr i32, ptr %p, i64 %i
  %r = load i32, ptr %q
  %s = add i32 %r, 1
  store i32 %s, ptr %q
  ret void
}

; An address that is also a value is computed once.
; CHECK-LABEL: value:
; CHECK: addsh [[A:r[0-9]+]], r4, r5, 3
; CHECK-NEXT: sd [[A]], 0([[A]])
; CHECK-NEXT: ret
define void @value(ptr %p, i64 %i) {
  %q = getelementptr i64, ptr %p, i64 %i
  store ptr %q, ptr %q
  ret void
}

; CHECK-LABEL: unsignedIndex:
; CHECK: addshu r4, r4, r5, 2
; CHECK-NEXT: ret
define ptr @unsignedIndex(ptr %p, i32 %i) {
  %w = zext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %w
  ret ptr %q
}

; CHECK-LABEL: product:
; CHECK: madd r4, r4, r5, r6
; CHECK-NEXT: ret
define i64 @product(i64 %a, i64 %b, i64 %c) {
  %m = mul i64 %a, %b
  %r = add i64 %m, %c
  ret i64 %r
}

; CHECK-LABEL: productWord:
; CHECK: msubw r4, r4, r5, r6
; CHECK-NEXT: ret
define signext i32 @productWord(i32 %a, i32 %b, i32 %c) {
  %m = mul i32 %a, %b
  %r = sub i32 %c, %m
  ret i32 %r
}
