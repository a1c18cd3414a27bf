# DMA: local copies, ceil(bytes / 64) lines a row, one a cycle.
# RUN: %cycles %s %t --cores=1
# CYCLES: 60

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, kind=2, rows=8, bytes=100, s1=100, d1=100, source=0x200000002000        # 1 .. 40
  dma.start  r9, (r20)          # 41, 16 lines at 42 .. 57
  dma.wait  r9                  # 58
  halt  r0                      # 59, ends 60
