# Queues: instructions start when their rows are ready; scalar code waits for none.
# REQUIRES: variant-gemmini
# RUN: %cycles %s %t --mcpu=gemmini
# CYCLES: 344
# CORE 0: issue=14 drain=330
# PIPE 0 LD: occupied=32 other=8 drain=304
# PIPE 0 MM: occupied=16 operand=149 other=11 drain=168
# PIPE 0 PRE: occupied=16 operand=134 other=11 drain=183
# PIPE 0 ST: occupied=16 operand=196 other=12 drain=120
# PIPE 0 S: occupied=9 other=5 drain=330

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
  gemmini.preload  r8, r9       # 10, states ready 26
  gemmini.compute.preloaded  r6, r7     # 11, starts 160, accumulator ready 160 + 48 = 208
  gemmini.mvout  r5, r9         # 12, starts 208, ends 208 + 136 = 344
  halt  r0                      # 13
