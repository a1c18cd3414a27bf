# A descriptor that is not aligned.

# RUN: %hazard --status=136 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  addi  r5, r5, 32
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: descriptor at 0x200000000020 (the core's own scratchpad ends at 0x200000100000): must be aligned to 64 bytes
# CHECK-NEXT: note: {{.*}}instruction 21, pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
