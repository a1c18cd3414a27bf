# DMA: a scatter's rows cost the lines where they go.
# RUN: %cycles %s %t --cores=1
# CYCLES: 178

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r6, r0, 3               # 1
  sw  r6, 1024(r20)             # 2
  addi  r6, r0, 1               # 3
  sw  r6, 1028(r20)             # 4
  addi  r6, r0, 2               # 5
  sw  r6, 1032(r20)             # 6
  descriptor 0, kind=5, rows=3, d1=96, cores=1024, source=0x200000001000, destination=0x80000   # 7 .. 46
  # Rows 3, 1, 2 at 288, 96, 192: 2, 2, 1 lines.
  dma.start  r9, (r20)          # 47, lines at 48, 50, ..., 56
  dma.wait  r9                  # 176
  halt  r0                      # 177, ends 178
