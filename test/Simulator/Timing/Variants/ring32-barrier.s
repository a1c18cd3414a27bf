# ring32: a barrier of 32 cores takes 56 cycles.
# REQUIRES: variant-ring32
# RUN: %cycles %s %t --mcpu=ring32
# CYCLES: 57

_start:
  bar                           # 0
  halt  r0                      # 56, ends 57
