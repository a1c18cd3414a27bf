; Instruction scheduling for in-order issue: independent instructions fill load
; latencies. The latencies are those of the variant.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s
; RUN: llc -mtriple=matrix -O0 -asm-verbose=false < %s | FileCheck %s --check-prefix=SOURCE
; RUN: llc -mtriple=matrix -asm-verbose=false < %s > %t.base.s
; RUN: llc -mtriple=matrix -mcpu=generic -asm-verbose=false < %s | diff - %t.base.s

declare <256 x i32> @matrix.tadd.f32(<256 x i32>, <256 x i32>)
declare <256 x i32> @matrix.texp.f32(<256 x i32>)

; CHECK-LABEL: loadsFirst:
; CHECK: tldc t0, 0(r4)
; CHECK-NEXT: tldc t1, 0(r5)
; CHECK-NEXT: tadd.f32 t0, t0, t0
; CHECK-NEXT: tadd.f32 t1, t1, t1
; CHECK-NEXT: tadd.f32 t0, t0, t1
; CHECK-NEXT: ret
; SOURCE-LABEL: loadsFirst:
; SOURCE: tldc
; SOURCE: tadd.f32
; SOURCE: tldc
; SOURCE: tadd.f32
; SOURCE: tadd.f32
define <256 x i32> @loadsFirst(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load <256 x i32>, ptr addrspace(1) %p
  %b = call <256 x i32> @matrix.tadd.f32(<256 x i32> %a, <256 x i32> %a)
  %c = load <256 x i32>, ptr addrspace(1) %q
  %d = call <256 x i32> @matrix.tadd.f32(<256 x i32> %c, <256 x i32> %c)
  %r = call <256 x i32> @matrix.tadd.f32(<256 x i32> %b, <256 x i32> %d)
  ret <256 x i32> %r
}

; Two chains of additions of four cycles each are interleaved.
; CHECK-LABEL: sideBySide:
; CHECK: fadd.s [[A:f[0-9]+]], f0, f1
; CHECK-NEXT: fadd.s [[B:f[0-9]+]], f2, f3
; CHECK-NEXT: fadd.s {{f[0-9]+}}, [[A]], f1
; CHECK-NEXT: fadd.s {{f[0-9]+}}, [[B]], f3
; CHECK-NEXT: fmul.s
; SOURCE-LABEL: sideBySide:
define float @sideBySide(float %a, float %b, float %c, float %d) {
  %s = fadd float %a, %b
  %t = fadd float %s, %b
  %u = fadd float %c, %d
  %v = fadd float %u, %d
  %r = fmul float %t, %v
  ret float %r
}

; A division occupies the pipe for all of its cycles: no reordering.
; CHECK-LABEL: whileDividing:
; CHECK: div r4, r4, r5
; CHECK-NEXT: xori r4, r4, 5
; CHECK-NEXT: mul
define i64 @whileDividing(i64 %a, i64 %b, i64 %c) {
  %q = sdiv i64 %a, %b
  %s = xor i64 %q, 5
  %m = mul i64 %c, %b
  %n = xor i64 %m, 7
  %r = sub i64 %s, %n
  ret i64 %r
}

; Memory accesses are not moved across a barrier.
; CHECK-LABEL: acrossBarrier:
; CHECK: sw
; CHECK: bar
; CHECK: lw
define i32 @acrossBarrier(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  store i32 1, ptr addrspace(1) %p
  call void @matrix.role.barrier()
  %v = load i32, ptr addrspace(1) %q
  ret i32 %v
}
declare void @matrix.role.barrier()
