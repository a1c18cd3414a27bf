# A result is stored to a place from which an operand may still be read.

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
  local  r9, 16
  gemmini.mvin  r5, r9
  gemmini.mvout  r5, r8
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes 16 bytes at 0x100000 to 0x10000f while core 0 has an instruction in a queue that reads them: no fence of core 0 lies between, which waits for queues
# CHECK-NEXT: note: {{.*}}instruction 17, pc {{.*}}: `gemmini.mvout r5, r8`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0: enters its queue here: pc {{.*}}: `gemmini.mvin r5, r9`
  halt  r0
