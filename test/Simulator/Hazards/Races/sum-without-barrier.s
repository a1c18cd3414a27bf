# Core 0 adds up the results of all cores without a barrier.

# RUN: %hazard --status=162 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x10, 1
  csrr  r4, 0
  shli  r6, r4, 3
  add  r6, r6, r5
  bne  r4, r0, second
  sd  r4, 0(r6)
  ld  r7, 0(r5)
  ld  r8, 8(r5)
  add  r7, r7, r8
  halt  r0
second:
  sd  r4, 0(r6)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: writes 8 bytes at 0x100008 to 0x10000f while core 0 may read them: order them by a semaphore, a barrier or atomics
# CHECK-NEXT: note: {{.*}}instruction 5, pc {{.*}}: `sd r4, 0(r6)`
# CHECK-NEXT: :[[#@LINE-7]]:{{[0-9]+}}: note: core 0: read here: pc {{.*}}: `ld r8, 8(r5)`
  halt  r0
