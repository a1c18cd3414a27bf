# A tile load from DRAM.

# RUN: %hazard --status=133 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x10, 1
  addi  r6, r0, 64
  tld  t1, 0(r5), r6
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: tile row of 64 bytes at 0x100000 (DRAM ends at 0x400000000): tiles reach the core's own scratchpad only
# CHECK-NEXT: note: {{.*}}instruction 2, pc {{.*}}: `tld t1, 0(r5), r6`
  halt  r0
