# The store and the load access the same rows. The store starts after the load that wrote
# the rows has started, which may not have completed.

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
  gemmini.mvout  r5, r8
  gemmini.mvin  r5, r8
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads 16 bytes at 0x100000 to 0x10000f while core 0 has an instruction in a queue that writes them: no fence of core 0 lies between, which waits for queues
# CHECK-NEXT: note: {{.*}}instruction 14, pc {{.*}}: `gemmini.mvin r5, r8`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0: enters its queue here: pc {{.*}}: `gemmini.mvout r5, r8`
  halt  r0
