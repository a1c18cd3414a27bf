# DMA: the DRAM serves cores in turn.
# RUN: %cycles %s %t --cores=2
# CYCLES: 178

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=4          # 1 .. 40
  dma.start  r9, (r20)          # 41, core 0's lines at 42, 46, 50, 54, core 1's at 44, 48, 52, 56
  dma.wait  r9                  # 174; core 1: 176
  halt  r0                      # 177, ends 178
