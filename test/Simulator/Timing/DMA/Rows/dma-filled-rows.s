# DMA: rows that are not read are filled without DRAM; the next transfer follows.
# RUN: %cycles %s %t --cores=1
# CYCLES: 230

_start:
  movz  r20, 0x2000, 2                  # 0
  descriptor 0, rows=16, hi1=10         # 1 .. 40
  descriptor 64                         # 41 .. 80
  addi  r10, r20, 64                    # 81
  dma.start  r9, (r20)                  # 82, 10 lines of DRAM at 83, 85, ..., 101; 6 filled ones at 102 .. 107
  dma.start  r10, (r10)                 # 83, its line at 108
  dma.wait  r10                         # 228
  halt  r0                              # 229, ends 230
