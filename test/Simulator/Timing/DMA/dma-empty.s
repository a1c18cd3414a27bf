# DMA: a transfer without lines is complete in the cycle after its turn.
# RUN: %cycles %s %t --cores=1
# CYCLES: 45

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=0          # 1 .. 40
  dma.start  r9, (r20)          # 41, first in its channel at 42
  dma.wait  r9                  # 43
  halt  r0                      # 44, ends 45
