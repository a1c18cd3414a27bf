# A gather reads one of the two rows that the core has stored to: the one in its index
# list.

# RUN: %hazard --status=166 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  addi  r9, r0, 4
  sw  r9, 512(r5)
  sw  r0, 192(r6)
  sw  r0, 256(r6)
  describe  r5, load, r6, r7, 64
  sb  r9, 0(r5)                 # gather
  addi  r9, r0, 64
  sw  r9, 32(r5)
  addi  r9, r0, 512
  sw  r9, 60(r5)
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 1, which reads 4 bytes at 0x100100 to 0x100103 that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}instruction 29, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-10]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sw r0, 256(r6)`
  dma.wait  r8
  halt  r0
