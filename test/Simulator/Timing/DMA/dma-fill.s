# DMA: fills need no DRAM: DmaLines = 1 line a cycle, there in the next.
# RUN: %cycles %s %t --cores=1
# CYCLES: 108

_start:
  movz  r20, 0x2000, 2                                  # 0
  descriptor 0, kind=6, rows=16, bytes=256, d1=256      # 1 .. 40
  dma.start  r9, (r20)          # 41, 64 lines at 42 .. 105
  dma.wait  r9                  # 106
  halt  r0                      # 107, ends 108
