; Offsets fold into loads and stores in every address space; narrow values are
; extended by the load.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: widths:
; CHECK: lbu r5, 0(r4)
; CHECK-NEXT: lh r4, 32766(r4)
; CHECK-NEXT: add r4, r4, r5
; CHECK-NEXT: ret
define i64 @widths(ptr %p) {
  %a = load i8, ptr %p
  %b = zext i8 %a to i64
  %q = getelementptr i8, ptr %p, i64 32766
  %c = load i16, ptr %q
  %d = sext i16 %c to i64
  %e = add i64 %b, %d
  ret i64 %e
}

; CHECK-LABEL: scratchpad:
; CHECK: sw r5, -32768(r4)
; CHECK-NEXT: ret
define void @scratchpad(ptr addrspace(1) %p, i32 %v) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 -32768
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: remote:
; CHECK: ld r4, 0(r4)
; CHECK-NEXT: ret
define i64 @remote(ptr addrspace(2) %p) {
  %v = load i64, ptr addrspace(2) %p
  ret i64 %v
}

; CHECK-LABEL: tooFar:
; CHECK: movz r5, 32768, 0
; CHECK-NEXT: add r4, r4, r5
; CHECK-NEXT: ld r4, 0(r4)
; CHECK-NEXT: ret
define i64 @tooFar(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 32768
  %v = load i64, ptr %q
  ret i64 %v
}

; Address space casts are no-ops.
; CHECK-LABEL: cast:
; CHECK: ret
define ptr @cast(ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr
  ret ptr %q
}

; A load with insufficient alignment is split.
; CHECK-LABEL: misaligned:
; CHECK: lhu r5, 0(r4)
; CHECK-NEXT: lhu r4, 2(r4)
; CHECK-NEXT: shli r4, r4, 16
; CHECK-NEXT: or r4, r4, r5
; CHECK-NEXT: ret
define i32 @misaligned(ptr %p) {
  %v = load i32, ptr %p, align 2
  ret i32 %v
}
