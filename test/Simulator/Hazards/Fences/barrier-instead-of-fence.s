# A barrier synchronizes cores but does not complete stores to DRAM.

# RUN: %hazard --status=166 --cores=2 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  csrr  r4, 0
  bne  r4, r0, second
  sd  r5, 8(r6)
  bar
  fence
  halt  r0
second:
  describe  r5, load, r6, r7, 64
  fence
  bar
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: starts transfer 1, which reads 8 bytes at 0x100008 to 0x10000f that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}instruction 24, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-11]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sd r5, 8(r6)`
  dma.wait  r8
  halt  r0
