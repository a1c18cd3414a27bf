; Definitions of configuration state are not dead before scheduling, although instruction
; selection finds no use of them: the dependence graph would have an edge from each one to
; all after it, and 3,000 row instructions in one block took 25 seconds.
; RUN: llc -mtriple=matrix -mcpu=gemmini %s -stop-after=machine-scheduler -o - | FileCheck %s
; RUN: llc -mtriple=matrix -mcpu=gemmini %s -verify-machineinstrs -o - | FileCheck %s --check-prefix=ASM

declare void @matrix.gemmini.config(i64, i64)
declare void @matrix.gemmini.mvin(i64, i64)

; CHECK-LABEL: name: configured
; CHECK: GEMMINI_CONFIG
; CHECK-SAME: implicit-def $gmldstride
; CHECK-NOT: implicit-def dead $gm
; CHECK: GEMMINI_MVIN
; CHECK: GEMMINI_CONFIG
; CHECK-NOT: implicit-def dead $gm
; CHECK: GEMMINI_MVIN
;
; ASM-LABEL: configured:
; ASM: gemmini.config [[A:r[0-9]+]], [[B:r[0-9]+]]
; ASM-NEXT: gemmini.mvin [[A]], [[B]]
; ASM-NEXT: gemmini.config [[B]], [[A]]
; ASM-NEXT: gemmini.mvin [[B]], [[A]]
define void @configured(i64 %a, i64 %b) {
  call void @matrix.gemmini.config(i64 %a, i64 %b)
  call void @matrix.gemmini.mvin(i64 %a, i64 %b)
  call void @matrix.gemmini.config(i64 %b, i64 %a)
  call void @matrix.gemmini.mvin(i64 %b, i64 %a)
  ret void
}
