; Registers and stack slots of 16-byte scalars, by the RISC-V psABI:
; variadic ones in even-odd pairs, named ones in any pair, both 16-aligned on the
; stack. Execute/variadic.c runs such calls.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

declare void @v(i32, ...)
declare void @n(i64, i64, i64, i64, i64, i64, i64, i64, i64, i128)

; CHECK-LABEL: integer:
; CHECK-DAG: li r4, 1
; CHECK-DAG: mv r6, r4
; CHECK-DAG: mv r7, r5
; CHECK: call v
define void @integer(i128 %x) {
  call void (i32, ...) @v(i32 1, i128 %x)
  ret void
}

; CHECK-LABEL: quad:
; CHECK-DAG: li r4, 1
; CHECK-DAG: mv r6, r4
; CHECK-DAG: mv r7, r5
; CHECK: call v
define void @quad(fp128 %x) {
  call void (i32, ...) @v(i32 1, fp128 %x)
  ret void
}

; r11 stays unused; arguments after the pair are on the stack as well.
; CHECK-LABEL: last:
; CHECK-DAG: sd r4, 0(r2)
; CHECK-DAG: sd r5, 8(r2)
; CHECK-DAG: sd {{r[0-9]+}}, 16(r2)
; CHECK: call v
define void @last(i128 %x) {
  call void (i32, ...) @v(i32 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i128 %x, i64 9)
  ret void
}

; CHECK-LABEL: stack:
; CHECK-DAG: sd {{r[0-9]+}}, 0(r2)
; CHECK-DAG: sd {{r[0-9]+}}, 16(r2)
; CHECK-DAG: sd {{r[0-9]+}}, 24(r2)
; CHECK: call n
define void @stack(i128 %x) {
  call void @n(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i128 %x)
  ret void
}
