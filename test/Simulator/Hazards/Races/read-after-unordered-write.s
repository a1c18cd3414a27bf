# Core 0 writes bytes that core 1 reads without synchronization. Core 0 executes first by
# scheduling only.

# RUN: %hazard --status=162 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x10, 1
  csrr  r4, 0
  bne  r4, r0, other
  sd  r0, 8(r5)
  halt  r0
other:
  lw  r6, 12(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: reads 4 bytes at 0x10000c to 0x10000f while core 0 may write them: order them by a semaphore, a barrier or atomics
# CHECK-NEXT: note: {{.*}}instruction 3, pc {{.*}}: `lw r6, 12(r5)`
# CHECK-NEXT: :[[#@LINE-6]]:{{[0-9]+}}: note: core 0: wrote here: pc {{.*}}: `sd r0, 8(r5)`
  halt  r0
