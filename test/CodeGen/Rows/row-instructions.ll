; Builtins for row memories: row addresses in general registers, encoded
; counts. Their effects preserve their order.
;
; RUN: llc -mtriple=matrix -mcpu=qkv -verify-machineinstrs %s -o - | FileCheck %s

declare void @matrix.qkv.load_rm(i64, ptr, i64)
declare void @matrix.qkv.gemm(i64, i64, i64)
declare void @matrix.qkv.store_rm(ptr, i64, i64)

; CHECK-LABEL: f:
; CHECK: qkv.load_rm r0, r4, 64
; CHECK-NEXT: li [[ROW:r[0-9]+]], 64
; CHECK-NEXT: qkv.gemm r0, r0, [[ROW]]
; CHECK-NEXT: qkv.store_rm r5, r0, 128
define void @f(ptr %in, ptr %out) {
  call void @matrix.qkv.load_rm(i64 0, ptr %in, i64 64)
  call void @matrix.qkv.gemm(i64 0, i64 0, i64 64)
  call void @matrix.qkv.store_rm(ptr %out, i64 0, i64 128)
  ret void
}
