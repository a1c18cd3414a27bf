# Core 1 writes a byte that core 0 reads without synchronization.

# RUN: %hazard --status=162 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x10, 1
  csrr  r4, 0
  bne  r4, r0, other
  lb  r6, 9(r5)
  addi  r7, r0, 1
  halt  r0
other:
  sd  r0, 8(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: writes 1 byte at 0x100009 while core 0 may read them: order them by a semaphore, a barrier or atomics
# CHECK-NEXT: note: {{.*}}instruction 3, pc {{.*}}: `sd r0, 8(r5)`
# CHECK-NEXT: :[[#@LINE-7]]:{{[0-9]+}}: note: core 0: read here: pc {{.*}}: `lb r6, 9(r5)`
  halt  r0
