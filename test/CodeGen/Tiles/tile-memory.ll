; A tile load or store is one tile instruction in the scratchpad and on the
; frame, with the offset in rows.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: scratchpad:
; CHECK: tldc t0, 16(r4)
; CHECK-NEXT: tstc t0, 0(r4)
; CHECK-NEXT: ret
define void @scratchpad(ptr addrspace(1) %p) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 1024
  %t = load <256 x i32>, ptr addrspace(1) %q
  store <256 x i32> %t, ptr addrspace(1) %p
  ret void
}

; 8192 bytes are 128 rows; 32 bytes are not a multiple of a row.
; CHECK-LABEL: offsets:
; CHECK: addi r5, r4, 8192
; CHECK-NEXT: addi r4, r4, 32
; CHECK-NEXT: tldc t0, 0(r5)
; CHECK-NEXT: tstc t0, 0(r4)
; CHECK-NEXT: ret
define void @offsets(ptr addrspace(1) %p) {
  %far = getelementptr i8, ptr addrspace(1) %p, i64 8192
  %odd = getelementptr i8, ptr addrspace(1) %p, i64 32
  %t = load <256 x i32>, ptr addrspace(1) %far
  store <256 x i32> %t, ptr addrspace(1) %odd
  ret void
}

; CHECK-LABEL: zeros:
; CHECK: tzero t0
; CHECK-NEXT: tstc t0, 0(r4)
; CHECK-NEXT: ret
define void @zeros(ptr addrspace(1) %p) {
  store <256 x i32> zeroinitializer, ptr addrspace(1) %p
  ret void
}
