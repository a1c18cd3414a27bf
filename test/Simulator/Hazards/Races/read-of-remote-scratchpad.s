# Core 1 reads the scratchpad of core 0 without synchronization.

# RUN: %hazard --status=162 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  csrr  r4, 0
  bne  r4, r0, other
  sd  r0, 8(r5)
  halt  r0
other:
  movz  r5, 0x4000, 2
  ld  r6, 8(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: reads 8 bytes at 0x400000000008 to 0x40000000000f while core 0 may write them: order them by a semaphore, a barrier or atomics
# CHECK-NEXT: note: {{.*}}instruction 4, pc {{.*}}: `ld r6, 8(r5)`
# CHECK-NEXT: :[[#@LINE-7]]:{{[0-9]+}}: note: core 0: wrote here: pc {{.*}}: `sd r0, 8(r5)`
  halt  r0
