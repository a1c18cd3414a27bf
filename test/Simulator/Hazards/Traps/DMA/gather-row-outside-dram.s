# A gather with an index outside of DRAM.

# RUN: %hazard --status=136 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 4, 2
  addi  r6, r6, -256
  addi  r7, r5, 256
  describe  r5, 4, r6, r7, 64
  addi  r9, r0, 2               # rows
  sh  r9, 8(r5)
  sh  r9, 50(r5)
  addi  r9, r0, 64              # row pitch
  sw  r9, 32(r5)
  sw  r9, 40(r5)
  addi  r9, r0, 128             # index list
  sw  r9, 60(r5)
  sw  r0, 128(r5)
  addi  r9, r0, 4
  sw  r9, 132(r5)
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: transfer 1: row 1 (4 in the index list) is at 0x400000000 (DRAM ends at 0x400000000)
# CHECK-NEXT: note: {{.*}}instruction 33, pc {{.*}}: `dma.start r8, (r5)`
  dma.wait  r8
  halt  r0
