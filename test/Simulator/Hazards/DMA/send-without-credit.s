# Core 0 sends again without waiting until core 1 has released the buffer.

# RUN: %hazard --status=161 --cores=2 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  csrr  r4, 0
  addi  r7, r5, 256
  addi  r9, r0, 1
  bne  r4, r0, second
  sd  r0, 0(r7)
  sd  r0, 8(r7)
  sd  r0, 16(r7)
  sd  r0, 24(r7)
  sd  r0, 32(r7)
  sd  r0, 40(r7)
  sd  r0, 48(r7)
  sd  r0, 56(r7)
  bar
  movz  r10, 30000, 0
spin:
  addi  r10, r10, -1
  bne  r10, r0, spin
  describe  r5, put, r7, r7, 64
  addi  r12, r0, 2
  sw  r12, 60(r5)
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 1, which writes 8 bytes at 0x400100000108 to 0x40010000010f while core 1 may read them: order them by a semaphore, a barrier or atomics
# CHECK-NEXT: note: {{.*}}instruction 60034, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE+6]]:{{[0-9]+}}: note: core 1: read here: pc {{.*}}: `ld r6, 8(r7)`
  dma.wait  r8
  halt  r0
second:
  sd  r0, 8(r7)
  bar
  ld  r6, 8(r7)
  halt  r0
