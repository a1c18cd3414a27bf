; Frames are multiples of 64 bytes; fp holds the sp of the caller and is used if
; sp is dynamic; objects out of reach of sp are addressed through a scavenged register.
;
; RUN: llc -mtriple=matrix -mattr=-pairs -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

declare void @use(ptr)

; CHECK-LABEL: local:
; CHECK: addi r2, r2, -64
; CHECK-NEXT: sd r1, 56(r2)
; CHECK-NEXT: addi r4, r2, 48
; CHECK-NEXT: call use
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: ret
define void @local() {
  %p = alloca i64
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: dynamic:
; CHECK: addi r2, r2, -64
; CHECK-NEXT: sd r1, 56(r2)
; CHECK-NEXT: sd r3, 48(r2)
; CHECK-NEXT: addi r3, r2, 64
; CHECK-NEXT: addi r4, r4, 63
; CHECK-NEXT: bfclr r4, r4, 0, 6
; CHECK-NEXT: sub r4, r2, r4
; CHECK-NEXT: mv r2, r4
; CHECK-NEXT: call use
; CHECK-NEXT: addi r2, r3, -64
; CHECK-NEXT: ld r3, 48(r2)
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: ret
define void @dynamic(i64 %n) {
  %p = alloca i8, i64 %n
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: large:
; CHECK: movn r19, 4543, 0
; CHECK-NEXT: movk r19, 65534, 1
; CHECK-NEXT: add r2, r2, r19
; CHECK-NEXT: movz r4, 4536, 0
; CHECK-NEXT: movk r4, 1, 1
; CHECK-NEXT: add r4, r2, r4
; CHECK-NEXT: sd r1, 0(r4)
; CHECK-NEXT: li r4, 1
; CHECK-NEXT: sd r4, 64(r2)
; CHECK-NEXT: addi r4, r2, 72
; CHECK-NEXT: call use
; CHECK-NEXT: addi r4, r2, 64
; CHECK-NEXT: call use
; CHECK-NEXT: movz r4, 4536, 0
; CHECK-NEXT: movk r4, 1, 1
; CHECK-NEXT: add r4, r2, r4
; CHECK-NEXT: ld r1, 0(r4)
; CHECK-NEXT: movz r19, 4544, 0
; CHECK-NEXT: movk r19, 1, 1
; CHECK-NEXT: add r2, r2, r19
; CHECK-NEXT: ret
define void @large() {
  %p = alloca [70000 x i8]
  %q = alloca i64
  store i64 1, ptr %q
  call void @use(ptr %p)
  call void @use(ptr %q)
  ret void
}

; CHECK-LABEL: aligned:
; CHECK: addi r2, r2, -256
; CHECK-NEXT: sd r1, 248(r2)
; CHECK-NEXT: sd r3, 240(r2)
; CHECK-NEXT: addi r3, r2, 256
; CHECK-NEXT: movn r19, 255, 0
; CHECK-NEXT: and r2, r2, r19
; CHECK-NEXT: mv r4, r2
; CHECK-NEXT: call use
; CHECK-NEXT: addi r2, r3, -256
; CHECK-NEXT: ld r3, 240(r2)
; CHECK-NEXT: ld r1, 248(r2)
; CHECK-NEXT: addi r2, r2, 256
; CHECK-NEXT: ret
define void @aligned() {
  %p = alloca i64, align 256
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: address:
; CHECK: addi r2, r2, -64
; CHECK-NEXT: sd r3, 56(r2)
; CHECK-NEXT: addi r3, r2, 64
; CHECK-NEXT: mv r4, r3
; CHECK-NEXT: ld r3, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: ret
define ptr @address() {
  %r = call ptr @llvm.frameaddress.p0(i32 0)
  ret ptr %r
}
