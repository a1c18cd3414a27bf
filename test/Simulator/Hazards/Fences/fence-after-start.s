# The fence follows the start of the second transfer instead of preceding it. The first
# transfer is correct.

# RUN: %hazard --status=166 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
  dma.wait  r8
  sb  r0, 63(r6)
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 2, which reads 1 byte at 0x10003f that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}instruction 23, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sb r0, 63(r6)`
  fence
  dma.wait  r8
  halt  r0
