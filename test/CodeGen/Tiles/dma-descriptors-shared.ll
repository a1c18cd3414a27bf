; A descriptor in DRAM is one for all cores: between two transfers others may write it.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false %s -o - | FileCheck %s

@descriptor = internal global [64 x i8] zeroinitializer, align 64

declare i64 @matrix.role.dma_start(ptr) nounwind
declare void @matrix.role.dma_wait(i64) nounwind
declare void @matrix.sem.wait(i64, i64) nounwind
declare void @matrix.sem.post(i64, i64) nounwind

; CHECK-LABEL: take_turns:
; CHECK-COUNT-8: sd
; CHECK: dma.start
; CHECK: sem.wait
; CHECK-COUNT-8: sd
; CHECK: dma.start
define void @take_turns(i64 %next, ptr %from, ptr addrspace(1) %to) nounwind {
  store i64 274877906944, ptr @descriptor
  store i64 65537, ptr getelementptr (i8, ptr @descriptor, i64 8)
  store ptr %from, ptr getelementptr (i8, ptr @descriptor, i64 16)
  store ptr addrspace(1) %to, ptr getelementptr (i8, ptr @descriptor, i64 24)
  store i64 0, ptr getelementptr (i8, ptr @descriptor, i64 32)
  store i64 0, ptr getelementptr (i8, ptr @descriptor, i64 40)
  store i64 281474976776192, ptr getelementptr (i8, ptr @descriptor, i64 48)
  store i64 0, ptr getelementptr (i8, ptr @descriptor, i64 56)
  %a = call i64 @matrix.role.dma_start(ptr @descriptor)
  call void @matrix.role.dma_wait(i64 %a)
  call void @matrix.sem.post(i64 %next, i64 0)
  call void @matrix.sem.wait(i64 1, i64 0)
  store i64 274877906944, ptr @descriptor
  store i64 65537, ptr getelementptr (i8, ptr @descriptor, i64 8)
  store ptr %from, ptr getelementptr (i8, ptr @descriptor, i64 16)
  store ptr addrspace(1) %to, ptr getelementptr (i8, ptr @descriptor, i64 24)
  store i64 0, ptr getelementptr (i8, ptr @descriptor, i64 32)
  store i64 0, ptr getelementptr (i8, ptr @descriptor, i64 40)
  store i64 281474976776192, ptr getelementptr (i8, ptr @descriptor, i64 48)
  store i64 0, ptr getelementptr (i8, ptr @descriptor, i64 56)
  %b = call i64 @matrix.role.dma_start(ptr @descriptor)
  call void @matrix.role.dma_wait(i64 %b)
  ret void
}
