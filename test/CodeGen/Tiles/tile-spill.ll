; Tile registers are caller-saved; spills need no address register. Zero tiles
; are rematerialized.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

declare void @use()
declare <256 x i32> @matrix.tadd.f32(<256 x i32>, <256 x i32>)
declare <256 x i32> @matrix.role.tile_zero()

; CHECK-LABEL: across:
; CHECK: addi r2, r2, -1152
; CHECK-NEXT: sd r1, 1144(r2)
; CHECK-NEXT: tadd.f32 t0, t0, t1
; CHECK-NEXT: tstc t0, 1(r2)
; CHECK-NEXT: call use
; CHECK-NEXT: tldc t0, 1(r2)
; CHECK-NEXT: ld r1, 1144(r2)
; CHECK-NEXT: addi r2, r2, 1152
; CHECK-NEXT: ret
define <256 x i32> @across(<256 x i32> %a, <256 x i32> %b) {
  %r = call <256 x i32> @matrix.tadd.f32(<256 x i32> %a, <256 x i32> %b)
  call void @use()
  ret <256 x i32> %r
}

; CHECK-LABEL: again:
; CHECK: addi r2, r2, -64
; CHECK-NEXT: sd r1, 56(r2)
; CHECK-NEXT: tzero t0
; CHECK-NEXT: tstc t0, 0(r4)
; CHECK-NEXT: call use
; CHECK-NEXT: tzero t0
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: ret
define <256 x i32> @again(ptr addrspace(1) %p) {
  %z = call <256 x i32> @matrix.role.tile_zero()
  store <256 x i32> %z, ptr addrspace(1) %p
  call void @use()
  ret <256 x i32> %z
}
