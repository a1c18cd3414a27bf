; Call frame information tracks sp and the saved registers through prologues and
; epilogues. It is emitted on request only.
;
; RUN: llc -mtriple=matrix -mattr=-pairs -verify-machineinstrs -asm-verbose=false -force-dwarf-frame-section < %s | FileCheck %s
; RUN: llc -mtriple=matrix -asm-verbose=false < %s | FileCheck %s --check-prefix=NONE
; NONE-NOT: .cfi
; With unwind tables for exceptions it is part of the program.
; RUN: llc -mtriple=matrix -filetype=obj -force-dwarf-frame-section < %s -o - | llvm-readelf -S - | FileCheck %s --check-prefix=SECTION
; SECTION: .debug_frame PROGBITS
; SECTION-NOT: .eh_frame

declare void @use(ptr)

; CHECK-LABEL: local:
; CHECK-NEXT: .cfi_sections .debug_frame
; CHECK-NEXT: .cfi_startproc
; CHECK-NEXT: addi r2, r2, -64
; CHECK-NEXT: .cfi_def_cfa_offset 64
; CHECK-NEXT: sd r1, 56(r2)
; CHECK-NEXT: .cfi_offset r1, -8
; CHECK-NEXT: addi r4, r2, 48
; CHECK-NEXT: call use
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: .cfi_def_cfa_offset 0
; CHECK-NEXT: .cfi_restore r1
; CHECK-NEXT: ret
; CHECK: .cfi_endproc
define void @local() {
  %p = alloca i64
  call void @use(ptr %p)
  ret void
}

; No frame: no directives.
; CHECK-LABEL: leaf:
; CHECK-NEXT: .cfi_startproc
; CHECK-NEXT: ret
; CHECK-NEXT: .L{{.*}}:
; CHECK: .cfi_endproc
define i64 @leaf(i64 %x) {
  ret i64 %x
}

; Blocks after an epilogue in the middle of a function have the frame again.
; CHECK-LABEL: ends:
; CHECK: .cfi_offset r21, -24
; CHECK-NEXT: .cfi_remember_state
; CHECK: .cfi_def_cfa_offset 0
; CHECK-NEXT: .cfi_restore r1
; CHECK-NEXT: .cfi_restore r20
; CHECK-NEXT: .cfi_restore r21
; CHECK-NEXT: ret
; CHECK: .cfi_restore_state
define i64 @ends(i64 %x, ptr %p) {
  call void @use(ptr %p)
  %c = icmp slt i64 %x, 7
  br i1 %c, label %one, label %two, !prof !0
one:
  ret i64 %x
two:
  call void @use(ptr %p)
  call void @use(ptr %p)
  ret i64 9
}

; Dynamic sp: the frame pointer is the CFA base until it is restored.
; CHECK-LABEL: dynamic:
; CHECK: .cfi_def_cfa_offset 64
; CHECK: .cfi_offset r3, -16
; CHECK-NEXT: addi r3, r2, 64
; CHECK-NEXT: .cfi_def_cfa r3, 0
; CHECK: call use
; CHECK: addi r2, r3, -64
; CHECK-NEXT: .cfi_def_cfa r2, 64
; CHECK-NEXT: ld r3, 48(r2)
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: .cfi_def_cfa_offset 0
define void @dynamic(i64 %n) {
  %p = alloca i8, i64 %n
  call void @use(ptr %p)
  ret void
}

; The frame size needs a separate instruction.
; CHECK-LABEL: large:
; CHECK: add r2, r2, r19
; CHECK-NEXT: .cfi_def_cfa_offset 40064
define void @large() {
  %p = alloca [40000 x i8]
  call void @use(ptr %p)
  ret void
}

!0 = !{!"branch_weights", i32 100000, i32 1}
