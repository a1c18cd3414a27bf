# A store to bytes that an instruction in a queue writes.

# REQUIRES: variant-gemmini
# RUN: %hazard --status=166 --mcpu=gemmini %s %t | FileCheck %s

  .include  "gemmini-rows.inc"
  .globl  _start
_start:
  prepare
  movz  r5, 0x10, 1
  local  r8, 0
  gemmini.mvin  r5, r8
  fence
  gemmini.mvout  r5, r8
  sw  r0, 12(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes 4 bytes at 0x10000c to 0x10000f while core 0 has an instruction in a queue that writes them: no fence of core 0 lies between, which waits for queues
# CHECK-NEXT: note: {{.*}}instruction 14, pc {{.*}}: `sw r0, 12(r5)`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0: enters its queue here: pc {{.*}}: `gemmini.mvout r5, r8`
  fence
  halt  r0
