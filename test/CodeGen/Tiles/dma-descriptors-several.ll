; A buffer of several descriptors keeps them: the transfer in the loop has no slot of the second one, which is written
; before and started after the loop.
;
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.o && matrix-ld %t.o -o %t.elf && matrix-sim --functional %t.elf
; RUN: llc -mtriple=matrix -O0 -filetype=obj %s -o %t.o && matrix-ld %t.o -o %t.elf && matrix-sim --functional %t.elf

@two = internal addrspace(1) global [128 x i8] zeroinitializer, align 64
@buffer = internal addrspace(1) global [65536 x i8] zeroinitializer, align 64
@tensor = internal global <{ i32, [188 x i8], i32, [828 x i8] }> <{ i32 9, [188 x i8] zeroinitializer, i32 7, [828 x i8] zeroinitializer }>, align 64

declare i64 @matrix.role.dma_start(ptr addrspace(1)) nounwind
declare void @matrix.role.dma_wait(i64) nounwind

define void @lines(i64 %n) noinline nounwind {
entry:
  store i64 274877906944, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 64)
  store i64 65537, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 72)
  store ptr @tensor, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 80)
  store ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @buffer, i64 1024), ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 88)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 96)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 104)
  store i64 281474976776192, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 112)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 120)
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %from = getelementptr i8, ptr @tensor, i64 %i
  %to = getelementptr i8, ptr addrspace(1) @buffer, i64 %i
  store i64 274877906944, ptr addrspace(1) @two
  store i64 65537, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 8)
  store ptr %from, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 16)
  store ptr addrspace(1) %to, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 24)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 32)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 40)
  store i64 281474976776192, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 48)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 56)
  %t = call i64 @matrix.role.dma_start(ptr addrspace(1) @two)
  call void @matrix.role.dma_wait(i64 %t)
  %next = add nuw i64 %i, 64
  %c = icmp ult i64 %next, %n
  br i1 %c, label %body, label %exit
exit:
  %u = call i64 @matrix.role.dma_start(ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @two, i64 64))
  call void @matrix.role.dma_wait(i64 %u)
  ret void
}

define i32 @main() {
  call void @lines(i64 256)
  %last = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @buffer, i64 192)
  %second = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @buffer, i64 1024)
  %a = icmp eq i32 %last, 7
  %b = icmp eq i32 %second, 9
  %both = and i1 %a, %b
  %status = select i1 %both, i32 0, i32 1
  ret i32 %status
}
