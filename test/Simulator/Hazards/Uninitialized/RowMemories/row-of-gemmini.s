# A store of a row of the accelerator's scratchpad that was never written.

# REQUIRES: variant-gemmini
# RUN: %hazard --status=160 --mcpu=gemmini %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r6, r0, 2               # stores
  addi  r7, r0, 16              # row pitch
  gemmini.config  r6, r7
  movz  r5, 0x10, 1
  movz  r7, 16, 2               # columns
  movk  r7, 1, 3                # one row
  movk  r7, 5, 0                # row 5
  gemmini.mvout  r5, r7
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads row 5 of gemmini_scratchpad, which was never written
# CHECK-NEXT: note: {{.*}}instruction 7, pc {{.*}}: `gemmini.mvout r5, r7`
  halt  r0
