; Functions in assembly begin and end as those of RISC-V: LLVM's update_llc_test_checks finds
; their names and instructions.
;
; RUN: llc -mtriple=matrix -mattr=-pairs < %s | FileCheck %s
; RUN: llc -mtriple=matrix -mattr=-pairs -function-sections < %s | FileCheck %s
; RUN: llc -mtriple=matrix -mattr=-pairs -O0 < %s | FileCheck %s

; CHECK-LABEL: {{^}}plain:{{ +}}# @plain
; CHECK:       {{^}}# %bb.0:
; CHECK-NEXT:  {{^}}	addi
; CHECK:       {{^}}	ret
; CHECK-NEXT:  {{^}}.Lfunc_end0:
; CHECK-NEXT:  {{^}}	.size	plain, .Lfunc_end0-plain
; CHECK:       # -- End function
define i64 @plain(i64 %a) {
  %sum = add i64 %a, 1
  ret i64 %sum
}

; CHECK-LABEL: {{^}}"quoted name":{{ +}}# @"quoted name"
; CHECK:       {{^}}# %bb.0:
; CHECK:       {{^}}.LBB1_{{[12]}}:
; CHECK:       {{^}}.Lfunc_end1:
; CHECK-NEXT:  {{^}}	.size	"quoted name", .Lfunc_end1-"quoted name"
; CHECK:       # -- End function
define internal i64 @"quoted name"(i64 %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %a, %entry ], [ %next, %loop ]
  %next = call i64 @plain(i64 %i)
  %end = icmp eq i64 %next, 10
  br i1 %end, label %out, label %loop
out:
  ret i64 %next
}
@use = global ptr @"quoted name"
