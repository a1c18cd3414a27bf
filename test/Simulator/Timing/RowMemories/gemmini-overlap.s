# A preload fills one register of each processing element while a compute uses the other,
# and the next compute does not wait for the sums of the one before.
# REQUIRES: variant-gemmini
# RUN: %cycles %s %t --mcpu=gemmini
# CYCLES: 123
# PIPE 0 MM: occupied=64 operand=18 other=9 drain=32

_start:
  movz  r8, 16, 2               # 0, rows 0 ..
  movk  r8, 16, 3               # 1
  movz  r9, 0x8000, 1           # 2, the accumulator, rows 0 ..
  movk  r9, 16, 2               # 3
  movk  r9, 16, 3               # 4
  addi  r10, r9, 16             # 5
  addi  r11, r9, 32             # 6
  addi  r12, r9, 48             # 7
  gemmini.preload  r8, r9       # 8, ready 24
  gemmini.compute.preloaded  r8, r8     # 9, starts 24
  gemmini.preload  r8, r10      # 10, starts 25, ready 41
  gemmini.compute.preloaded  r8, r8     # 11, starts 41
  gemmini.preload  r8, r11      # 12, starts 42
  gemmini.compute.preloaded  r8, r8     # 13, starts 58
  gemmini.preload  r8, r12      # 14, starts 59
  gemmini.compute.preloaded  r8, r8     # 15, starts 75, ends 75 + 48 = 123
  halt  r0                      # 16
