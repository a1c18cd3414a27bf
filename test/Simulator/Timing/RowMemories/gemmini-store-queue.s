# Queues: 4 store entries.
# REQUIRES: variant-gemmini
# RUN: %cycles %s %t --mcpu=gemmini
# CYCLES: 219

_start:
  movz  r5, 8, 1                # 0
  movz  r6, 16, 2               # 1
  movk  r6, 16, 3               # 2
  gemmini.mvout  r5, r6         # 3, starts 3
  gemmini.mvout  r5, r6         # 4, starts 19
  gemmini.mvout  r5, r6         # 5, starts 35
  gemmini.mvout  r5, r6         # 6, starts 51
  gemmini.mvout  r5, r6         # 7 (3 has passed), starts 67
  gemmini.mvout  r5, r6         # 19, starts 83, ends 83 + 136 = 219
  halt  r0                      # 20
