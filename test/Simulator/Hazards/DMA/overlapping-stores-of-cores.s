# Both cores store their parts of the result, and the parts overlap.

# RUN: %hazard --status=161 --cores=2 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  csrr  r4, 0
  shli  r4, r4, 6
  add  r6, r6, r4
  addi  r7, r5, 1024
  addi  r9, r0, 64
  tzero  t1
  tst  t1, 0(r7), r9
  describe  r5, store, r7, r6, 128
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: starts transfer 1, which writes 64 bytes at 0x100040 to 0x10007f while transfer 1 of core 0 writes them: wait for a semaphore that it posts, or that its core posts after waiting
# CHECK-NEXT: note: {{.*}}instruction 26, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-3]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  dma.wait  r8
  halt  r0
