; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

declare void @use()

; CHECK-LABEL: branch:
; CHECK-NEXT: bge r5, r4, .LBB0_2
; CHECK-NEXT: addi r2, r2, -64
; CHECK-NEXT: sd r1, 56(r2)
; CHECK-NEXT: call use
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: .LBB0_2:
; CHECK-NEXT: ret
define void @branch(i64 %a, i64 %b) {
  %c = icmp sgt i64 %a, %b
  br i1 %c, label %yes, label %no
yes:
  call void @use()
  br label %no
no:
  ret void
}

; CHECK-LABEL: indirect:
; CHECK: addi r2, r2, -64
; CHECK-NEXT: sd r1, 56(r2)
; CHECK-NEXT: mv r6, r4
; CHECK-NEXT: mv r4, r5
; CHECK-NEXT: callr r6
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: ret
define i64 @indirect(ptr %f, i64 %x) {
  %r = call i64 %f(i64 %x)
  ret i64 %r
}

; CHECK-LABEL: stop:
; CHECK: unimp
define void @stop() {
  call void @llvm.trap()
  unreachable
}
