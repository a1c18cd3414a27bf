# Execution continues after the last instruction.

# RUN: %hazard --status=130 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r5, r0, 1
# CHECK:      .elf: error: core 0: jump to 0x10004, where there is no code
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}
