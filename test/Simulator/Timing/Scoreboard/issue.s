# Issue: one instruction per cycle. The run ends with the last one: 3 + 1.
# RUN: %cycles %s %t --cores=1
# CYCLES: 4

_start:
  addi  r5, r0, 1       # 0
  addi  r6, r0, 2       # 1
  addi  r7, r0, 3       # 2
  halt  r0              # 3, ends 4
