# Queues: 16 execute entries; each preload overwrites the previous one's state, 16 cycles later.
# REQUIRES: variant-gemmini
# RUN: %cycles %s %t --mcpu=gemmini
# CYCLES: 306
# CORE 0: issue=22 queue=14 drain=270
# PIPE 0 PRE: occupied=304 other=2

_start:
  movz  r8, 16, 2               # 0
  movk  r8, 16, 3               # 1
  .rept  17
  gemmini.preload  r8, r8       # 2 + k, starts 2 + 16 k
  .endr
  gemmini.preload  r8, r8       # 19: the second has started; starts 274
  gemmini.preload  r8, r8       # 34: the third has started; starts 2 + 16 * 18 = 290, ends 306
  halt  r0                      # 35
