# Core 0 writes to a buffer in the scratchpad of core 1, which has written it without a
# post.

# RUN: %hazard --status=161 --cores=2 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  csrr  r4, 0
  addi  r7, r5, 256
  sd  r0, 256(r5)
  beq  r4, r0, wait
  halt  r0
wait:
  addi  r10, r0, 20000
spin:
  addi  r10, r10, -1
  bne  r10, r0, spin
  describe  r5, put, r7, r7, 8
  addi  r12, r0, 2
  sw  r12, 60(r5)
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 1, which writes 8 bytes at 0x400100000100 to 0x400100000107 while core 1 may write them: order them by a semaphore, a barrier or atomics
# CHECK-NEXT: note: {{.*}}instruction 40025, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-14]]:{{[0-9]+}}: note: core 1: wrote here: pc {{.*}}: `sd r0, 256(r5)`
  halt  r0
