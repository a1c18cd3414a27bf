; Type, spill slot and stack arguments of a tile depend on the variant: several
; geometries in one build and in one module.
;
; RUN: split-file %s %t
; RUN: llc -mtriple=matrix -mcpu=edge -verify-machineinstrs -asm-verbose=false %t/edge.ll -o - | FileCheck %t/edge.ll
; RUN: llc -mtriple=matrix -mcpu=ring32 -verify-machineinstrs -asm-verbose=false %t/ring32.ll -o - | FileCheck %t/ring32.ll
; RUN: not llc -mtriple=matrix -mattr=+tile-512 %t/ring32.ll -o - 2>&1 | FileCheck --check-prefix=FEATURE %s
;
; FEATURE: LLVM ERROR: the size of tile registers follows -mcpu; leave it out of the features

;--- edge.ll
declare void @use()
; CHECK-LABEL: across:
; CHECK: addi r2, r2, -640
; CHECK: tstc t0, 2(r2)
; CHECK-NEXT: call use
; CHECK-NEXT: tldc t0, 2(r2)
define <128 x i32> @across(<128 x i32> %a) {
  call void @use()
  ret <128 x i32> %a
}
; Only eight registers.
; CHECK-LABEL: many:
; CHECK-NOT: t8
define <128 x i32> @many(ptr addrspace(1) %p) {
  %p1 = getelementptr <128 x i32>, ptr addrspace(1) %p, i64 1
  %p2 = getelementptr <128 x i32>, ptr addrspace(1) %p, i64 2
  %p3 = getelementptr <128 x i32>, ptr addrspace(1) %p, i64 3
  %p4 = getelementptr <128 x i32>, ptr addrspace(1) %p, i64 4
  %p5 = getelementptr <128 x i32>, ptr addrspace(1) %p, i64 5
  %p6 = getelementptr <128 x i32>, ptr addrspace(1) %p, i64 6
  %p7 = getelementptr <128 x i32>, ptr addrspace(1) %p, i64 7
  %p8 = getelementptr <128 x i32>, ptr addrspace(1) %p, i64 8
  %v0 = load volatile <128 x i32>, ptr addrspace(1) %p
  %v1 = load volatile <128 x i32>, ptr addrspace(1) %p1
  %v2 = load volatile <128 x i32>, ptr addrspace(1) %p2
  %v3 = load volatile <128 x i32>, ptr addrspace(1) %p3
  %v4 = load volatile <128 x i32>, ptr addrspace(1) %p4
  %v5 = load volatile <128 x i32>, ptr addrspace(1) %p5
  %v6 = load volatile <128 x i32>, ptr addrspace(1) %p6
  %v7 = load volatile <128 x i32>, ptr addrspace(1) %p7
  %v8 = load volatile <128 x i32>, ptr addrspace(1) %p8
  store volatile <128 x i32> %v8, ptr addrspace(1) %p
  store volatile <128 x i32> %v7, ptr addrspace(1) %p
  store volatile <128 x i32> %v6, ptr addrspace(1) %p
  store volatile <128 x i32> %v5, ptr addrspace(1) %p
  store volatile <128 x i32> %v4, ptr addrspace(1) %p
  store volatile <128 x i32> %v3, ptr addrspace(1) %p
  store volatile <128 x i32> %v2, ptr addrspace(1) %p
  store volatile <128 x i32> %v1, ptr addrspace(1) %p
  ret <128 x i32> %v0
}

;--- ring32.ll
declare void @use()
; CHECK-LABEL: across:
; CHECK: addi r2, r2, -4224
; CHECK: tstc t0, 0(r4)
; CHECK: call use
; CHECK: tldc t0, 0(r4)
define <1024 x i32> @across(<1024 x i32> %a) {
  call void @use()
  ret <1024 x i32> %a
}
