# DMA: planes, of which the second is filled.
# RUN: %cycles %s %t --cores=1
# CYCLES: 166

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=2, planes=2, hi2=1, s2=128, d2=128 # 1 .. 40
  dma.start  r9, (r20)          # 41, DRAM at 42 and 44, local at 45 and 46
  dma.wait  r9                  # 44 + 120 = 164
  halt  r0                      # 165, ends 166
