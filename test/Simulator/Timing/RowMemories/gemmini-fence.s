# Queues: a fence waits until all instructions on rows have completed.
# REQUIRES: variant-gemmini
# RUN: %cycles %s %t --mcpu=gemmini
# CYCLES: 347
# CORE 0: issue=16 operand=331
# PIPE 0 LD: occupied=32 operand=304 other=11
# PIPE 0 ST: occupied=16 operand=316 other=15

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
  gemmini.compute.preloaded  r6, r7     # 11, starts 160
  gemmini.mvout  r5, r9         # 12, starts 208, ends 344
  fence                         # 344
  addi  r10, r0, 1              # 345
  halt  r0                      # 346, ends 347
