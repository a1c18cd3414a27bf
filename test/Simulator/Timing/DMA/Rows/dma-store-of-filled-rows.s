# DMA: what a store writes costs DRAM lines, filled rows too.
# RUN: %cycles %s %t --cores=1
# CYCLES: 178

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, kind=1, rows=4, hi1=2, bytes=96, s1=96, d1=256, source=0x200000001000, destination=0x80020      # 1 .. 40
  # Rows of 96 bytes at 32 in a line touch 2 lines each.
  dma.start  r9, (r20)          # 41, 8 lines at 42, 44, ..., 56
  dma.wait  r9                  # 176
  halt  r0                      # 177, ends 178
