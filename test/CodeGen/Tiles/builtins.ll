; Calls of matrix.* are selected to instructions: tied and immediate operands, scalars,
; roles, control registers, implicit registers.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

declare <256 x i32> @matrix.tld(ptr addrspace(1), i64, i64)
declare void @matrix.tst(<256 x i32>, ptr addrspace(1), i64, i64)
declare <256 x i32> @matrix.tmma.f32.bf16(<256 x i32>, <256 x i32>, <256 x i32>)
declare <256 x i32> @matrix.tcvtn.bf16.f32(<256 x i32>, i64, <256 x i32>)
declare <256 x i32> @matrix.tsplatf(float)
declare i64 @matrix.role.dma_start(ptr addrspace(1))
declare void @matrix.role.dma_wait(i64)
declare void @matrix.role.barrier()
declare void @matrix.role.fence()
declare void @matrix.role.halt(i64)
declare i64 @matrix.role.host_call(i64, ptr)
declare i64 @matrix.role.read_csr(i64)
declare i64 @matrix.csr.core()
declare i64 @matrix.csr.ncores()

; CHECK-LABEL: contraction:
; CHECK: mv r9, r0
; CHECK-NEXT: tzero t0
; CHECK-NEXT: .LBB0_1:
; CHECK-NEXT: add r10, r4, r9
; CHECK-NEXT: add r11, r5, r9
; CHECK-NEXT: tld t1, 0(r10), r8
; CHECK-NEXT: addi r9, r9, 64
; CHECK-NEXT: tld t2, -1(r11), r8
; CHECK-NEXT: tmma.f32.bf16 t0, t1, t2
; CHECK-NEXT: blt r9, r7, .LBB0_1
; CHECK-NEXT: movz r4, 16256, 1
; CHECK-NEXT: fmv.s.x f0, r4
; CHECK-NEXT: tsplatf t1, f0
; CHECK-NEXT: tcvtn.bf16.f32 t1, 1, t0
; CHECK-NEXT: tst t1, 2(r6), r8
; CHECK-NEXT: ret
define void @contraction(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n, i64 %pitch) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi <256 x i32> [ zeroinitializer, %entry ], [ %sum, %loop ]
  %pa = getelementptr i8, ptr addrspace(1) %a, i64 %k
  %pb = getelementptr i8, ptr addrspace(1) %b, i64 %k
  %ta = call <256 x i32> @matrix.tld(ptr addrspace(1) %pa, i64 0, i64 %pitch)
  %tb = call <256 x i32> @matrix.tld(ptr addrspace(1) %pb, i64 -1, i64 %pitch)
  %sum = call <256 x i32> @matrix.tmma.f32.bf16(<256 x i32> %acc, <256 x i32> %ta, <256 x i32> %tb)
  %next = add i64 %k, 64
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %s = call <256 x i32> @matrix.tsplatf(float 1.0)
  %r = call <256 x i32> @matrix.tcvtn.bf16.f32(<256 x i32> %s, i64 1, <256 x i32> %sum)
  call void @matrix.tst(<256 x i32> %r, ptr addrspace(1) %c, i64 2, i64 %pitch)
  ret void
}

; CHECK-LABEL: roles:
; CHECK: fence
; CHECK-NEXT: dma.start r4, (r4)
; CHECK-NEXT: dma.wait r4
; CHECK-NEXT: bar
; CHECK-NEXT: csrr r4, core
; CHECK-NEXT: csrr r5, ncores
; CHECK-NEXT: csrr r6, 77
; CHECK-NEXT: add r4, r4, r5
; CHECK-NEXT: add r4, r4, r6
; CHECK-NEXT: ret
define i64 @roles(ptr addrspace(1) %d) {
  call void @matrix.role.fence()
  %t = call i64 @matrix.role.dma_start(ptr addrspace(1) %d)
  call void @matrix.role.dma_wait(i64 %t)
  call void @matrix.role.barrier()
  %c = call i64 @matrix.csr.core()
  %n = call i64 @matrix.csr.ncores()
  %x = call i64 @matrix.role.read_csr(i64 77)
  %s = add i64 %c, %n
  %u = add i64 %s, %x
  ret i64 %u
}

; Index and argument are passed in the instruction's operands.
; CHECK-LABEL: host:
; CHECK: mv r5, r4
; CHECK-NEXT: li r4, 3
; CHECK-NEXT: ecall
; CHECK-NEXT: ret
define i64 @host(ptr %p) {
  %r = call i64 @matrix.role.host_call(i64 3, ptr %p)
  ret i64 %r
}

; CHECK-LABEL: stop:
; CHECK: halt r4
define void @stop(i64 %status) {
  call void @matrix.role.halt(i64 %status)
  unreachable
}
