# DMA: dma.start waits until earlier tile stores have left ST.
# RUN: %cycles %s %t --cores=1
# CYCLES: 216

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 64             # 1
  descriptor 0, kind=1, rows=16, source=0x200000001000, destination=0x80000     # 2 .. 41
  addi  r22, r20, 4096          # 42
  tzero  t0                     # 43, ready 47
  tst  t0, 0(r22), r21          # 47, ST free 63
  dma.start  r9, (r20)          # 63, lines at 64, 66, ..., 94
  dma.wait  r9                  # 94 + 120 = 214
  halt  r0                      # 215, ends 216
