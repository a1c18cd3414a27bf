# One channel loads a buffer, and the other channel stores it without a wait between them.

# RUN: %hazard --status=161 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
  movz  r6, 0x20, 1
  describe  r5, store, r7, r6, 64
  dma.start  r9, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 2, which reads 64 bytes at 0x200000000100 to 0x20000000013f while transfer 1 of core 0 writes them: wait for its handle first
# CHECK-NEXT: note: {{.*}}instruction 39, pc {{.*}}: `dma.start r9, (r5)`
# CHECK-NEXT: :[[#@LINE-6]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
