# DMA: bytes filled left and right of a row: 1 line of DRAM, and 3 that are only filled.
# RUN: %cycles %s %t --cores=1
# CYCLES: 168

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=2, bytes=256, left=64, right=128, s1=256, d1=256   # 1 .. 40
  dma.start  r9, (r20)          # 41, DRAM at 42 and 46, local at 43 44 45, 47 48 49
  dma.wait  r9                  # 46 + 120 = 166
  halt  r0                      # 167, ends 168
