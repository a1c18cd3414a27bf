# A load from the scratchpad of core 7, which is not running.

# RUN: %hazard --status=132 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x4000, 2
  movk  r5, 0x0007, 2
  lb  r6, 0(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: access of 1 byte at 0x700000000 (DRAM ends at 0x400000000)
# CHECK-NEXT: note: {{.*}}instruction 2, pc {{.*}}: `lb r6, 0(r5)`
