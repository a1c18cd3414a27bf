; Loads of later products do not issue before earlier products, which wait for
; their pipe, if there are not registers for all tiles: eight registers hold the
; operands of one step and four accumulators.
;
; RUN: llc -mtriple=matrix -mcpu=edge -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s
; RUN: llc -mtriple=matrix -mcpu=edge -verify-machineinstrs -filetype=obj < %s -o %t.o
; RUN: matrix-objdump -d %t.o | FileCheck %s

declare <128 x i32> @matrix.tmma.i32.i8(<128 x i32>, <128 x i32>, <128 x i32>)

; CHECK-LABEL: steps
; CHECK-NOT: {{addi.*r2}}
; CHECK-COUNT-8: tldc
; CHECK: tmma
; CHECK-COUNT-8: tldc
; CHECK-COUNT-4: tstc
; CHECK: ret
define void @steps(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) {
  %p.c0.0 = getelementptr <128 x i32>, ptr addrspace(1) %c, i64 0
  %c0.0 = load <128 x i32>, ptr addrspace(1) %p.c0.0
  %p.c1.0 = getelementptr <128 x i32>, ptr addrspace(1) %c, i64 1
  %c1.0 = load <128 x i32>, ptr addrspace(1) %p.c1.0
  %p.c2.0 = getelementptr <128 x i32>, ptr addrspace(1) %c, i64 2
  %c2.0 = load <128 x i32>, ptr addrspace(1) %p.c2.0
  %p.c3.0 = getelementptr <128 x i32>, ptr addrspace(1) %c, i64 3
  %c3.0 = load <128 x i32>, ptr addrspace(1) %p.c3.0
  %p.a0.0 = getelementptr <128 x i32>, ptr addrspace(1) %a, i64 0
  %a0.0 = load <128 x i32>, ptr addrspace(1) %p.a0.0
  %p.a1.0 = getelementptr <128 x i32>, ptr addrspace(1) %a, i64 1
  %a1.0 = load <128 x i32>, ptr addrspace(1) %p.a1.0
  %p.b0.0 = getelementptr <128 x i32>, ptr addrspace(1) %b, i64 0
  %b0.0 = load <128 x i32>, ptr addrspace(1) %p.b0.0
  %p.b1.0 = getelementptr <128 x i32>, ptr addrspace(1) %b, i64 1
  %b1.0 = load <128 x i32>, ptr addrspace(1) %p.b1.0
  %c0.1 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c0.0, <128 x i32> %a0.0, <128 x i32> %b0.0)
  %c1.1 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c1.0, <128 x i32> %a1.0, <128 x i32> %b0.0)
  %c2.1 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c2.0, <128 x i32> %a0.0, <128 x i32> %b1.0)
  %c3.1 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c3.0, <128 x i32> %a1.0, <128 x i32> %b1.0)
  %p.a0.1 = getelementptr <128 x i32>, ptr addrspace(1) %a, i64 2
  %a0.1 = load <128 x i32>, ptr addrspace(1) %p.a0.1
  %p.a1.1 = getelementptr <128 x i32>, ptr addrspace(1) %a, i64 3
  %a1.1 = load <128 x i32>, ptr addrspace(1) %p.a1.1
  %p.b0.1 = getelementptr <128 x i32>, ptr addrspace(1) %b, i64 2
  %b0.1 = load <128 x i32>, ptr addrspace(1) %p.b0.1
  %p.b1.1 = getelementptr <128 x i32>, ptr addrspace(1) %b, i64 3
  %b1.1 = load <128 x i32>, ptr addrspace(1) %p.b1.1
  %c0.2 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c0.1, <128 x i32> %a0.1, <128 x i32> %b0.1)
  %c1.2 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c1.1, <128 x i32> %a1.1, <128 x i32> %b0.1)
  %c2.2 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c2.1, <128 x i32> %a0.1, <128 x i32> %b1.1)
  %c3.2 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c3.1, <128 x i32> %a1.1, <128 x i32> %b1.1)
  %p.a0.2 = getelementptr <128 x i32>, ptr addrspace(1) %a, i64 4
  %a0.2 = load <128 x i32>, ptr addrspace(1) %p.a0.2
  %p.a1.2 = getelementptr <128 x i32>, ptr addrspace(1) %a, i64 5
  %a1.2 = load <128 x i32>, ptr addrspace(1) %p.a1.2
  %p.b0.2 = getelementptr <128 x i32>, ptr addrspace(1) %b, i64 4
  %b0.2 = load <128 x i32>, ptr addrspace(1) %p.b0.2
  %p.b1.2 = getelementptr <128 x i32>, ptr addrspace(1) %b, i64 5
  %b1.2 = load <128 x i32>, ptr addrspace(1) %p.b1.2
  %c0.3 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c0.2, <128 x i32> %a0.2, <128 x i32> %b0.2)
  %c1.3 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c1.2, <128 x i32> %a1.2, <128 x i32> %b0.2)
  %c2.3 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c2.2, <128 x i32> %a0.2, <128 x i32> %b1.2)
  %c3.3 = call <128 x i32> @matrix.tmma.i32.i8(<128 x i32> %c3.2, <128 x i32> %a1.2, <128 x i32> %b1.2)
  store <128 x i32> %c0.3, ptr addrspace(1) %p.c0.0
  store <128 x i32> %c1.3, ptr addrspace(1) %p.c1.0
  store <128 x i32> %c2.3, ptr addrspace(1) %p.c2.0
  store <128 x i32> %c3.3, ptr addrspace(1) %p.c3.0
  ret void
}
