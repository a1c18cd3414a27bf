# A core reads a result that an instruction in a queue writes, without a fence.

# REQUIRES: variant-gemmini
# RUN: %hazard --status=166 --mcpu=gemmini %s %t | FileCheck %s

  .include  "gemmini-rows.inc"
  .globl  _start
_start:
  prepare
  movz  r5, 0x20, 1
  local  r8, 0
  gemmini.mvin  r5, r8
  movz  r5, 0x10, 1
  ld  r9, 8(r5)
  gemmini.mvout  r5, r8
  ld  r9, 16(r5)
  ld  r9, 8(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads 8 bytes at 0x100008 to 0x10000f while core 0 has an instruction in a queue that writes them: no fence of core 0 lies between, which waits for queues
# CHECK-NEXT: note: {{.*}}instruction 16, pc {{.*}}: `ld r9, 8(r5)`
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: note: core 0: enters its queue here: pc {{.*}}: `gemmini.mvout r5, r8`
  halt  r0
