# Handles are local to a core: core 1 waits for a handle of core 0.

# RUN: %hazard --status=137 --cores=2 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  csrr  r4, 0
  bne  r4, r0, second
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
  sd  r8, 64(r6)
  bar
  dma.wait  r8
  halt  r0
second:
  bar
  ld  r8, 64(r6)
  dma.wait  r8
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: waits for DMA handle 1, which no transfer has: none was started
# CHECK-NEXT: note: {{.*}}instruction 6, pc {{.*}}: `dma.wait r8`
  halt  r0
