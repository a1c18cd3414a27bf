# A core loads from its own scratchpad after another core has written it by an atomic
# instruction.

# RUN: %hazard --status=162 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  csrr  r4, 0
  addi  r6, r0, 1
  bne  r4, r0, second
  sd  r0, 0(r5)
  bar
  movz  r7, 30000, 0
wait:
  addi  r7, r7, -1
  bne  r7, r0, wait
  ld  r6, 0(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads 8 bytes at 0x200000000000 to 0x200000000007 while core 1 may write them: in its own scratchpad a core meets others by atomic instructions only, or orders them by a semaphore or a barrier
# CHECK-NEXT: note: {{.*}}instruction 60007, pc {{.*}}: `ld r6, 0(r5)`
# CHECK-NEXT: :[[#@LINE+5]]:{{[0-9]+}}: note: core 1: wrote here: pc {{.*}}: `amoswap.d r6, r6, (r5)`
  halt  r0
second:
  bar
  movz  r5, 0x4000, 2
  amoswap.d  r6, r6, (r5)
  halt  r0
