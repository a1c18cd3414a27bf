# A wait for a later transfer of the same channel covers the earlier ones; a wait for an
# earlier transfer does not cover the later ones.

# RUN: %hazard --status=161 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
  addi  r7, r5, 512
  sd  r7, 24(r5)
  dma.start  r9, (r5)
  dma.wait  r9
  ld  r10, 256(r5)
  addi  r7, r5, 576
  sd  r7, 24(r5)
  dma.start  r9, (r5)
  dma.wait  r8
  ld  r10, 512(r5)
  ld  r10, 576(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads 8 bytes at 0x200000000240 to 0x200000000247 while transfer 3 of core 0 writes them: wait for its handle first
# CHECK-NEXT: note: {{.*}}instruction 31, pc {{.*}}: `ld r10, 576(r5)`
# CHECK-NEXT: :[[#@LINE-6]]:{{[0-9]+}}: note: transfer 3 of core 0: started here: pc {{.*}}: `dma.start r9, (r5)`
  halt  r0
