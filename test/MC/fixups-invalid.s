# Labels out of range.
#
# RUN: not matrix-mc --filetype=obj %s -o %t.o 2>&1 | FileCheck %s

start:
  nop
  beq r4, r5, far
# CHECK: [[#@LINE-1]]:15: error: the value 131076 does not fit in 18 bits
  beq r4, r5, odd
# CHECK: [[#@LINE-1]]:15: error: the distance 131070 is not a multiple of 4
.space 131064
  .short 0
odd:
  .short 0
far:
  nop
