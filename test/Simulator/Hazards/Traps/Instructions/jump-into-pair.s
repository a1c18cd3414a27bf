# A jump to the second instruction of a pair.

# RUN: %hazard --status=130 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, %abs_g0_nc(pair), 0
  movk  r5, %abs_g1(pair), 1
  addi  r5, r5, 2
  jalr  r0, 0(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: jump to 0x10012, which is not a multiple of 4
# CHECK-NEXT: note: {{.*}}instruction 3, pc {{.*}}: `jalr r0, 0(r5)`
pair:
  { nop; nop }
  halt  r0
