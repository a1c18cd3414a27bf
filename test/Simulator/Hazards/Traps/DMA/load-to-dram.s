# The destination of a load is not in the scratchpad.

# RUN: %hazard --status=136 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r6, 256
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: descriptor at 0x200000000000 (the core's own scratchpad ends at 0x200000100000): destination of 64 bytes from 0x100100 (DRAM ends at 0x400000000) is not in the core's own scratchpad
# CHECK-NEXT: note: {{.*}}instruction 20, pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
