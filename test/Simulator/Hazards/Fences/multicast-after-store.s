# A multicast load reads bytes that the core has stored.

# RUN: %hazard --status=166 --cores=2 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  addi  r9, r0, 8
  csrr  r4, 0
  bne  r4, r0, second
word:
  sd  r9, 0(r6)
  addi  r6, r6, 8
  addi  r9, r9, -1
  bne  r9, r0, word
  addi  r6, r6, -64
  describe  r5, load, r6, r7, 64
  addi  r12, r0, 2
  sb  r12, 1(r5)
  addi  r12, r0, 3
  sw  r12, 60(r5)
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 1, which reads 64 bytes at 0x100000 to 0x10003f that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}instruction 60, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-13]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sd r9, 0(r6)`
  dma.wait  r8
second:
  halt  r0
