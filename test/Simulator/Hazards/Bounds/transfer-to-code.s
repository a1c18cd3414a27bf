# A transfer may read the code, not write it.

# RUN: %hazard --status=165 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  adr  r6, _start
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
  dma.wait  r8
  describe  r5, store, r7, r6, 64
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts a transfer that writes into the code, 64 bytes at 0x10000 to 0x1003f
# CHECK-NEXT: note: {{.*}}instruction 39, pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
