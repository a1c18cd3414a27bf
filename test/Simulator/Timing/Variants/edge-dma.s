# edge: the DRAM serves one line every 8 cycles.
# REQUIRES: variant-edge
# RUN: %cycles %s %t --mcpu=edge
# CYCLES: 188
# CORE 0: issue=44 dma=144

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=4          # 1 .. 40
  dma.start  r9, (r20)          # 41, lines at 42, 50, 58, 66
  dma.wait  r9                  # 186
  halt  r0                      # 187, ends 188
