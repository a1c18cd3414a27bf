# A word that an atomic instruction has accessed: a later store needs a fence like any
# other, and so does each one after a fence.

# RUN: %hazard --status=166 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  addi  r9, r0, 1
  amoadd.d  r10, r9, (r6)
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
  dma.wait  r8
  sd  r9, 0(r6)
  fence
  dma.start  r8, (r5)
  dma.wait  r8
  sd  r9, 0(r6)
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 3, which reads 8 bytes at 0x100000 to 0x100007 that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}`dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sd r9, 0(r6)`
  dma.wait  r8
  halt  r0
