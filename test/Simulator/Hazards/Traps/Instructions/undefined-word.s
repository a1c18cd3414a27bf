# A word that is not an instruction.

# RUN: %hazard --status=129 %s %t | FileCheck %s

  .globl  _start
_start:
  .word  0xffffffff
# CHECK:      .elf: error: core 0: illegal instruction
# CHECK-NEXT: note: {{.*}}instruction 0, pc {{.*}}: 0xffffffff, which is not an instruction
