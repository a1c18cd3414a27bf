# Handwritten call frame information: the assembler prints the directives, and emits them
# to .debug_frame. Register numbers are those of the corresponding RISC-V registers:
# r3, the frame pointer, is 8; r4 is 10; r20 is 9; f0 is 42.
#
# RUN: matrix-mc %s | FileCheck %s
# RUN: matrix-mc -filetype=obj %s -o - | llvm-dwarfdump --debug-frame - 2>/dev/null | FileCheck %s --check-prefix=FRAME
#
# CHECK: .cfi_sections .debug_frame
# CHECK: .cfi_startproc
# CHECK: .cfi_def_cfa_offset 64
# CHECK: .cfi_offset r1, -8
# CHECK: .cfi_offset r3, -16
# CHECK: .cfi_offset f0, -24
# CHECK: .cfi_def_cfa r3, 0
# CHECK: .cfi_undefined r4
# CHECK: .cfi_remember_state
# CHECK: .cfi_restore r20
# CHECK: .cfi_restore_state
# CHECK: .cfi_endproc
#
# FRAME: Code alignment factor: 4
# FRAME: Data alignment factor: -8
# FRAME: Return address column: 1
# FRAME: DW_CFA_def_cfa: reg2 +0
# FRAME: FDE cie=00000000 pc=00000000...00000014
# FRAME: DW_CFA_advance_loc: 4 to 0x4
# FRAME: DW_CFA_def_cfa_offset: +64
# FRAME: DW_CFA_offset: reg1 -8
# FRAME: DW_CFA_offset: reg8 -16
# FRAME: DW_CFA_offset{{.*}}: reg42 -24
# FRAME: DW_CFA_advance_loc: 8 to 0xc
# FRAME: DW_CFA_def_cfa: reg8 +0
# FRAME: DW_CFA_undefined: reg10
# FRAME: DW_CFA_remember_state
# FRAME: DW_CFA_restore: reg9
# FRAME: DW_CFA_restore_state

  .cfi_sections .debug_frame
  .globl  f
f:
  .cfi_startproc
  addi  r2, r2, -64
  .cfi_def_cfa_offset 64
  .cfi_offset r1, -8
  .cfi_offset r3, -16
  .cfi_offset f0, -24
  sd  r1, 56(r2)
  addi  r3, r2, 64
  .cfi_def_cfa r3, 0
  .cfi_undefined r4
  .cfi_remember_state
  addi  r2, r2, 64
  .cfi_restore r20
  .cfi_restore_state
  jalr  r0, 0(r1)
  .cfi_endproc
