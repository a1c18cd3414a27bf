# DMA: the DRAM serves a line every 2 cycles; only the first line shows latency.
# RUN: %cycles %s %t --cores=1
# CYCLES: 194

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=16         # 1 .. 40
  dma.start  r9, (r20)          # 41, lines at 42, 44, ..., 72
  dma.wait  r9                  # 72 + 120 = 192
  halt  r0                      # 193, ends 194
