# A barrier does not order DMA transfers: core 0 has not waited for its transfer.

# RUN: %hazard --status=161 --cores=2 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  csrr  r4, 0
  bne  r4, r0, other
  addi  r7, r5, 256
  sd  r0, 256(r5)
  describe  r5, store, r7, r6, 8
  dma.start  r8, (r5)
  bar
  halt  r0
other:
  bar
  ld  r7, 0(r6)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: reads 8 bytes at 0x100000 to 0x100007 while transfer 1 of core 0 writes them: wait for a semaphore that it posts, or that its core posts after waiting
# CHECK-NEXT: note: {{.*}}instruction 5, pc {{.*}}: `ld r7, 0(r6)`
# CHECK-NEXT: :[[#@LINE-8]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
