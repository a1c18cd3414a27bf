# Core 0 writes to the scratchpad of core 1 and waits for the transfer; core 1 does not.

# RUN: %hazard --status=161 --cores=2 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  csrr  r4, 0
  bne  r4, r0, other
  addi  r7, r5, 256
  sd  r0, 256(r5)
  describe  r5, put, r7, r7, 8
  addi  r12, r0, 2
  sw  r12, 60(r5)
  dma.start  r8, (r5)
  dma.wait  r8
  halt  r0
other:
  addi  r10, r0, 1000
spin:
  addi  r10, r10, -1
  bne  r10, r0, spin
  ld  r7, 256(r5)
# CHECK:      :[[#@LINE-9]]:{{[0-9]+}}: error: core 0: starts transfer 1, which writes 8 bytes at 0x400100000100 to 0x400100000107 while core 1 may read them: order them by a semaphore, a barrier or atomics
# CHECK-NEXT: note: {{.*}}instruction 24, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-3]]:{{[0-9]+}}: note: core 1: read here: pc {{.*}}: `ld r7, 256(r5)`
# CHECK-NEXT: functional run:
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: error: core 1: reads 8 bytes at 0x200000000100 to 0x200000000107 while transfer 1 of core 0 writes them: wait for a semaphore that it posts, or that its core posts after waiting
# CHECK-NEXT: note: {{.*}}instruction 2004, pc {{.*}}: `ld r7, 256(r5)`
# CHECK-NEXT: :[[#@LINE-15]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
