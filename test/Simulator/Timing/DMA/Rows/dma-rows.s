# DMA: a row costs the DRAM lines that it touches: of 8 rows of 20 bytes, two touch 2.
# RUN: %cycles %s %t --cores=1
# CYCLES: 182

_start:
  movz  r20, 0x2000, 2                          # 0
  descriptor 0, rows=8, bytes=20, s1=20, d1=64  # 1 .. 40
  dma.start  r9, (r20)          # 41, 10 lines at 42, 44, ..., 60
  dma.wait  r9                  # 60 + 120 = 180
  halt  r0                      # 181, ends 182
