# DMA: the first row is filled, so that the source is before the scratchpad that is
# read. No line is one of DRAM.
# RUN: %cycles %s %t --cores=1
# CYCLES: 46

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=2, bytes=64, lo1=1, s1=64, d1=64, source=0x1fffffffffc0   # 1 .. 40
  dma.start  r9, (r20)          # 41, 2 lines at 42 and 43
  dma.wait  r9                  # 44
  halt  r0                      # 45, ends 46
