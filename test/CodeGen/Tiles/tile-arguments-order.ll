; Tiles that are passed on the stack are stored before the copies of those in registers:
; of a variant that has no more tile registers than arguments in them, none would be left.
; RUN: llc -mtriple=matrix -mcpu=base -verify-machineinstrs -stop-after=machine-scheduler %s -o - | FileCheck %s

declare void @callee(<256 x i32>, <256 x i32>, <256 x i32>, <256 x i32>, <256 x i32>, <256 x i32>)

; CHECK-LABEL: name: caller
; CHECK: ADJCALLSTACKDOWN
; CHECK-NOT: $t0 = COPY
; CHECK-COUNT-2: into stack
; CHECK-NOT: into stack
; CHECK: $t0 = COPY
; CHECK: PseudoCALL
define void @caller(ptr addrspace(1) %p) {
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 1024
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 2048
  %p3 = getelementptr i8, ptr addrspace(1) %p, i64 3072
  %p4 = getelementptr i8, ptr addrspace(1) %p, i64 4096
  %p5 = getelementptr i8, ptr addrspace(1) %p, i64 5120
  %a = load <256 x i32>, ptr addrspace(1) %p
  %b = load <256 x i32>, ptr addrspace(1) %p1
  %c = load <256 x i32>, ptr addrspace(1) %p2
  %d = load <256 x i32>, ptr addrspace(1) %p3
  %e = load <256 x i32>, ptr addrspace(1) %p4
  %f = load <256 x i32>, ptr addrspace(1) %p5
  call void @callee(<256 x i32> %a, <256 x i32> %b, <256 x i32> %c, <256 x i32> %d, <256 x i32> %e, <256 x i32> %f)
  ret void
}
