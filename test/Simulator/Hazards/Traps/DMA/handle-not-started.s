# A wait for a handle that no transfer has.

# RUN: %hazard --status=137 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
  addi  r8, r8, 1
  dma.wait  r8
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: waits for DMA handle 2, which no transfer has: the last one is 1
# CHECK-NEXT: note: {{.*}}instruction 22, pc {{.*}}: `dma.wait r8`
  halt  r0
