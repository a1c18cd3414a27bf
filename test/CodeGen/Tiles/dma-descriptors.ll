; Words of descriptors that do not change are written once. The buffer is too large to be merged with the descriptors.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false %s -o - | FileCheck %s
; RUN: llc -mtriple=matrix -O2 -filetype=obj %s -o %t.o && matrix-ld %t.o -o %t.elf && matrix-sim --functional %t.elf
; RUN: llc -mtriple=matrix -O0 -filetype=obj %s -o %t.o && matrix-ld %t.o -o %t.elf && matrix-sim --functional %t.elf

@descriptor = internal addrspace(1) global [192 x i8] zeroinitializer, align 64
@buffer = internal addrspace(1) global [65536 x i8] zeroinitializer, align 64
@tensor = internal global <{ i32, [188 x i8], i32, [828 x i8] }> <{ i32 9, [188 x i8] zeroinitializer, i32 7, [828 x i8] zeroinitializer }>, align 64

declare i64 @matrix.role.dma_start(ptr addrspace(1)) nounwind
declare void @matrix.role.dma_wait(i64) nounwind
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)

define void @other() noinline nounwind {
  call void asm sideeffect "", ""()
  ret void
}

; In the loop only the addresses are written.
; CHECK-LABEL: loop:
; CHECK-COUNT-6: sd
; CHECK: [[BODY:.LBB[0-9_]+]]:
; CHECK: sd r{{[0-9]+}}, {{8[08]}}(
; CHECK: sd r{{[0-9]+}}, {{8[08]}}(
; CHECK-NOT: sd
; CHECK: dma.start
; CHECK-NOT: sd
; CHECK: [[BODY]]
define void @loop(i64 %n) nounwind {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %from = getelementptr i8, ptr @tensor, i64 %i
  %to = getelementptr i8, ptr addrspace(1) @buffer, i64 %i
  store i64 274877906944, ptr addrspace(1) @descriptor
  store i64 65537, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 8)
  store ptr %from, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 16)
  store ptr addrspace(1) %to, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 24)
  call void @llvm.memset.p1.i64(ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 32), i8 0, i64 16, i1 false)
  store i64 281474976776192, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 48)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 56)
  %t = call i64 @matrix.role.dma_start(ptr addrspace(1) @descriptor)
  call void @matrix.role.dma_wait(i64 %t)
  %next = add nuw i64 %i, 64
  %c = icmp ult i64 %next, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}

; The second transfer differs in one word, the third follows a call.
; CHECK-LABEL: straight:
; CHECK: dma.start
; CHECK-NOT: sd
; CHECK: sd r{{[0-9]+}}, 24(
; CHECK-NOT: sd
; CHECK: dma.start
; CHECK: other
; CHECK-COUNT-8: sd
; CHECK: dma.start
define void @straight() nounwind {
  store i64 274877906944, ptr addrspace(1) @descriptor
  store i64 65537, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 8)
  store ptr @tensor, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 16)
  store ptr addrspace(1) @buffer, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 24)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 32)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 40)
  store i64 281474976776192, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 48)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 56)
  %a = call i64 @matrix.role.dma_start(ptr addrspace(1) @descriptor)
  store i64 274877906944, ptr addrspace(1) @descriptor
  store i64 65537, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 8)
  store ptr @tensor, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 16)
  store ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @buffer, i64 64), ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 24)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 32)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 40)
  store i64 281474976776192, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 48)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 56)
  %b = call i64 @matrix.role.dma_start(ptr addrspace(1) @descriptor)
  call void @matrix.role.dma_wait(i64 %b)
  call void @other()
  store i64 274877906944, ptr addrspace(1) @descriptor
  store i64 65537, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 8)
  store ptr @tensor, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 16)
  store ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @buffer, i64 64), ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 24)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 32)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 40)
  store i64 281474976776192, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 48)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 56)
  %c = call i64 @matrix.role.dma_start(ptr addrspace(1) @descriptor)
  call void @matrix.role.dma_wait(i64 %c)
  ret void
}

; The loop copies the tensor line by line, then its first line is copied to the second of the buffer.
; The start follows stores of both branches; the transfers of other functions still move.
; CHECK-LABEL: joined:
; CHECK: dma.start
define void @joined(i1 %c) noinline nounwind {
entry:
  br i1 %c, label %near, label %far
near:
  store i64 274877906944, ptr addrspace(1) @descriptor
  store i64 65537, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 8)
  store ptr @tensor, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 16)
  store ptr addrspace(1) @buffer, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 24)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 32)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 40)
  br label %join
far:
  store i64 274877906944, ptr addrspace(1) @descriptor
  store i64 65537, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 8)
  store ptr getelementptr (i8, ptr @tensor, i64 192), ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 16)
  store ptr addrspace(1) @buffer, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 24)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 32)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 40)
  br label %join
join:
  store i64 281474976776192, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 48)
  store i64 0, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @descriptor, i64 56)
  %t = call i64 @matrix.role.dma_start(ptr addrspace(1) @descriptor)
  call void @matrix.role.dma_wait(i64 %t)
  ret void
}

define i32 @main() {
  call void @joined(i1 false)
  call void @loop(i64 256)
  call void @straight()
  %last = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @buffer, i64 192)
  %second = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @buffer, i64 64)
  %a = icmp eq i32 %last, 7
  %b = icmp eq i32 %second, 9
  %both = and i1 %a, %b
  %status = select i1 %both, i32 0, i32 1
  ret i32 %status
}
