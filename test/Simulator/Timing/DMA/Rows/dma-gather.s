# DMA: a gather's rows cost the lines where the list says they are.
# RUN: %cycles %s %t --cores=1
# CYCLES: 181

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r6, r0, 3               # 1
  sw  r6, 1024(r20)             # 2
  addi  r6, r0, 1               # 3
  sw  r6, 1028(r20)             # 4
  sw  r0, 1032(r20)             # 5
  addi  r6, r0, 2               # 6
  sw  r6, 1036(r20)             # 7
  descriptor 0, kind=4, rows=4, s1=96, cores=1024       # 8 .. 47
  # Rows 3, 1, 0, 2 at 288, 96, 0, 192: 2, 2, 1, 1 lines.
  dma.start  r9, (r20)          # 48, lines at 49, 51, ..., 59
  dma.wait  r9                  # 179
  halt  r0                      # 180, ends 181
