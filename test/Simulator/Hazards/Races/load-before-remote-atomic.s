# A core polls its own scratchpad by plain loads, and another core writes it by an atomic
# instruction after such a load.

# RUN: %hazard --status=162 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  csrr  r4, 0
  addi  r6, r0, 1
  addi  r7, r0, 1000
  bne  r4, r0, spin
  sd  r0, 0(r5)
  bar
poll:
  ld  r6, 0(r5)
  addi  r7, r7, -1
  bne  r7, r0, poll
  halt  r0
spin:
  bar
  movz  r5, 0x4000, 2
wait:
  addi  r7, r7, -1
  bne  r7, r0, wait
  amoswap.d  r6, r6, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: writes 8 bytes at 0x400000000000 to 0x400000000007 while core 0 may read them: in its own scratchpad a core meets others by atomic instructions only, or orders them by a semaphore or a barrier
# CHECK-NEXT: note: {{.*}}instruction 2007, pc {{.*}}: `amoswap.d r6, r6, (r5)`
# CHECK-NEXT: :[[#@LINE-13]]:{{[0-9]+}}: note: core 0: read here: pc {{.*}}: `ld r6, 0(r5)`
# CHECK-NEXT: functional run:
# CHECK-NEXT: :[[#@LINE-15]]:{{[0-9]+}}: error: core 0: reads 8 bytes at 0x200000000000 to 0x200000000007 while core 1 may write them: in its own scratchpad a core meets others by atomic instructions only, or orders them by a semaphore or a barrier
# CHECK-NEXT: note: {{.*}}instruction 7, pc {{.*}}: `ld r6, 0(r5)`
# CHECK-NEXT: :[[#@LINE-7]]:{{[0-9]+}}: note: core 1: wrote here: pc {{.*}}: `amoswap.d r6, r6, (r5)`
  halt  r0
