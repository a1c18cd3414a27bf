# Queues: rows are written only after earlier readers have started.
# REQUIRES: variant-gemmini
# RUN: %cycles %s %t --mcpu=gemmini
# CYCLES: 296
# CORE 0: issue=14 drain=282
# PIPE 0 LD: occupied=48 operand=120 other=8 drain=120

_start:
  movz  r5, 8, 1                # 0
  movz  r6, 16, 2               # 1, rows 0 ..
  movk  r6, 16, 3               # 2
  addi  r7, r6, 16              # 3, rows 16 ..
  addi  r8, r6, 32              # 4, rows 32 ..
  movz  r9, 0x8000, 1           # 5, the accumulator, rows 0 ..
  movk  r9, 16, 2               # 6
  movk  r9, 16, 3               # 7
  gemmini.mvin  r5, r6          # 8, rows ready 8 + 136 = 144
  gemmini.mvin  r5, r7          # 9, starts 24, rows ready 160
  gemmini.preload  r8, r9       # 10, states ready 58
  gemmini.compute.preloaded  r6, r7     # 11, starts 160, ends 208
  gemmini.mvin  r5, r6          # 12, starts 160 with the read of its rows; ends 160 + 136 = 296
  halt  r0                      # 13
