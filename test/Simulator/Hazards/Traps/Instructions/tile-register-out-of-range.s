# tzero t20: this variant has 16 tile registers.

# RUN: %hazard --status=129 %s %t | FileCheck %s

  .globl  _start
_start:
  .word  0xd6800000
# CHECK:      .elf: error: core 0: illegal instruction
# CHECK-NEXT: note: {{.*}}instruction 0, pc {{.*}}: `tzero t20`, which names a tile register beyond t15
