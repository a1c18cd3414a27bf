# DMA: a line moves the cycle after the start at the earliest, and is there 120 later.
# RUN: %cycles %s %t --cores=1
# CYCLES: 164

_start:
  movz  r20, 0x2000, 2  # 0
  descriptor 0          # 1 .. 40
  dma.start  r9, (r20)  # 41, its line moves at 42
  dma.wait  r9          # 42 + 120 = 162
  halt  r0              # 163, ends 164
