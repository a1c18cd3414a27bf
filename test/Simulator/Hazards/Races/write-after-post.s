# A semaphore post orders the accesses before it, not the write after it.

# RUN: %hazard --status=162 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x10, 1
  csrr  r4, 0
  addi  r6, r0, 1
  bne  r4, r0, other
  sd  r0, 8(r5)
  sem.post  r6, r0
  sd  r0, 16(r5)
  sem.wait  r6, r0
  halt  r0
other:
  sem.wait  r6, r0
  ld  r7, 8(r5)
  sem.post  r0, r0
  ld  r7, 16(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: reads 8 bytes at 0x100010 to 0x100017 while core 0 may write them: order them by a semaphore, a barrier or atomics
# CHECK-NEXT: note: {{.*}}instruction 7, pc {{.*}}: `ld r7, 16(r5)`
# CHECK-NEXT: :[[#@LINE-10]]:{{[0-9]+}}: note: core 0: wrote here: pc {{.*}}: `sd r0, 16(r5)`
  halt  r0
