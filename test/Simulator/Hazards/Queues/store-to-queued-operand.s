# An operand is overwritten before the queued load may have read it.

# REQUIRES: variant-gemmini
# RUN: %hazard --status=166 --mcpu=gemmini %s %t | FileCheck %s

  .include  "gemmini-rows.inc"
  .globl  _start
_start:
  prepare
  movz  r5, 0x10, 1
  local  r8, 0
  sb  r0, 3(r5)
  gemmini.mvin  r5, r8
  lb  r9, 3(r5)
  sb  r0, 16(r5)
  sb  r0, 3(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes 1 byte at 0x100003 while core 0 has an instruction in a queue that reads them: no fence of core 0 lies between, which waits for queues
# CHECK-NEXT: note: {{.*}}instruction 15, pc {{.*}}: `sb r0, 3(r5)`
# CHECK-NEXT: :[[#@LINE-6]]:{{[0-9]+}}: note: core 0: enters its queue here: pc {{.*}}: `gemmini.mvin r5, r8`
  halt  r0
