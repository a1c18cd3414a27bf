# edge: a single core waits 16 cycles at a barrier.
# REQUIRES: variant-edge
# RUN: %cycles %s %t --mcpu=edge
# CYCLES: 17

_start:
  bar                           # 0
  halt  r0                      # 16, ends 17
