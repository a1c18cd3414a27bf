# Queues: 16 execute entries; each preload overwrites the previous one's state, 48 cycles later.
# REQUIRES: variant-gemmini
# RUN: %cycles %s %t --mcpu=gemmini
# CYCLES: 866
# CORE 0: issue=21 queue=31 drain=814
# PIPE 0 MM: occupied=288 operand=544 other=2 drain=32

_start:
  movz  r8, 16, 2               # 0
  movk  r8, 16, 3               # 1
  .rept  16
  gemmini.preload  r8, r8       # 2 + k, starts 2 + 48 k
  .endr
  gemmini.preload  r8, r8       # 18, starts 770
  gemmini.preload  r8, r8       # 50: the second has started; starts 2 + 48 * 17 = 818, ends 866
  halt  r0                      # 51
