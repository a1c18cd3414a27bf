; Starts and waits of DMA transfers have no memory attribute, so neither opt nor
; llc moves tile accesses across them, or merges loads across a wait.
;
; RUN: opt -O2 -S %s | llc -mtriple=matrix -O3 -verify-machineinstrs | FileCheck %s
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs %s -o - | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:64:64-i64:64-i128:128-v2048:512-v4096:512-v8192:512-v16384:512-v32768:512-v65536:512-v131072:512-n32:64-S512"

declare <256 x i32> @matrix.tld(ptr addrspace(1), i64, i64) nounwind willreturn memory(argmem: read)
declare void @matrix.tst(<256 x i32>, ptr addrspace(1), i64, i64) nounwind willreturn memory(argmem: write)
declare i64 @matrix.role.dma_start(ptr addrspace(1)) nounwind
declare void @matrix.role.dma_wait(i64) nounwind

; CHECK-LABEL: f:
; CHECK: tld
; CHECK: dma.start
; CHECK-NOT: tld
; CHECK: tst
; CHECK: dma.wait
; CHECK: tld
; CHECK: tst
define void @f(ptr addrspace(1) noalias %buffer, ptr addrspace(1) noalias %out, ptr addrspace(1) %descriptor) nounwind {
  store ptr addrspace(1) %buffer, ptr addrspace(1) %descriptor
  %before = call <256 x i32> @matrix.tld(ptr addrspace(1) %buffer, i64 0, i64 64)
  %t = call i64 @matrix.role.dma_start(ptr addrspace(1) %descriptor)
  call void @matrix.tst(<256 x i32> %before, ptr addrspace(1) %out, i64 0, i64 64)
  call void @matrix.role.dma_wait(i64 %t)
  %after = call <256 x i32> @matrix.tld(ptr addrspace(1) %buffer, i64 0, i64 64)
  call void @matrix.tst(<256 x i32> %after, ptr addrspace(1) %out, i64 16, i64 64)
  ret void
}
