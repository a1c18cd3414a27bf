# A host call has written the bytes before: a later store needs a fence all the same.

# RUN: %hazard --status=166 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r20, 0x2000, 2
  movz  r21, 0x10, 1
  addi  r22, r20, 256
  addi  r4, r0, 113            # the cycle, in 16 bytes at r6
  addi  r5, r0, 1
  addi  r6, r21, 0
  ecall
  sd  r20, 8(r21)
  describe  r20, load, r21, r22, 64
  dma.start  r8, (r20)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 1, which reads 8 bytes at 0x100008 to 0x10000f that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}`dma.start r8, (r20)`
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sd r20, 8(r21)`
  dma.wait  r8
  halt  r0
