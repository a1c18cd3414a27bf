; Transfers that need words which others write.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false %s -o - | FileCheck %s
; RUN: llc -mtriple=matrix -O2 -filetype=obj %s -o %t.o && matrix-ld %t.o -o %t.elf && matrix-sim --functional %t.elf
; RUN: llc -mtriple=matrix -O0 -filetype=obj %s -o %t.o && matrix-ld %t.o -o %t.elf && matrix-sim --functional %t.elf

@descriptor = internal addrspace(1) global [192 x i8] zeroinitializer, align 64
@buffer = internal addrspace(1) global [65536 x i8] zeroinitializer, align 64
@tensor = internal global <{ i32, [188 x i8], i32, [828 x i8] }> <{ i32 9, [188 x i8] zeroinitializer, i32 7, [828 x i8] zeroinitializer }>, align 64

declare i64 @matrix.role.dma_start(ptr addrspace(1)) nounwind
declare void @matrix.role.dma_wait(i64) nounwind

; The second transfer of each iteration has all words but one of the first.
; CHECK-LABEL: loop:
; CHECK: [[BODY:.LBB[0-9_]+]]:
; CHECK: sd
; CHECK: dma.start
; CHECK: sd
; CHECK: dma.start
; CHECK: [[BODY]]
define void @loop(i64 %n) noinline nounwind {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %from = getelementptr i8, ptr @tensor, i64 %i
  %to = getelementptr i8, ptr addrspace(1) @buffer, i64 %i
  %other = getelementptr i8, ptr addrspace(1) %to, i64 1024
  store i64 274877906944, ptr addrspace(1) @descriptor
  store i64 65537, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 8)
  store ptr %from, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 16)
  store ptr addrspace(1) %to, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 24)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 32)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 40)
  store i64 281474976776192, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 48)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 56)
  %a = call i64 @matrix.role.dma_start(ptr addrspace(1) @descriptor)
  store ptr addrspace(1) %other, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 24)
  %b = call i64 @matrix.role.dma_start(ptr addrspace(1) @descriptor)
  call void @matrix.role.dma_wait(i64 %a)
  call void @matrix.role.dma_wait(i64 %b)
  %next = add nuw i64 %i, 64
  %c = icmp ult i64 %next, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
define i32 @main() {
  call void @loop(i64 256)
  %first = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @buffer, i64 192)
  %second = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @buffer, i64 1216)
  %a = icmp eq i32 %first, 7
  %b = icmp eq i32 %second, 7
  %both = and i1 %a, %b
  %status = select i1 %both, i32 0, i32 1
  ret i32 %status
}
