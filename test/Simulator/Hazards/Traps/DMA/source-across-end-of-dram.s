# The source of a transfer ends after the end of DRAM.

# RUN: %hazard --status=136 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 4, 2
  addi  r6, r6, -48
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: descriptor at 0x200000000000 (the core's own scratchpad ends at 0x200000100000): source of 64 bytes from 0x3ffffffd0 (DRAM ends at 0x400000000) is not in one memory
# CHECK-NEXT: note: {{.*}}instruction 21, pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
