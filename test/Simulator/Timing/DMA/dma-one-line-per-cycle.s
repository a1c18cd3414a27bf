# DMA: the engine moves one line a cycle, channel 0 first: the store waits for the fill.
# RUN: %cycles %s %t --cores=1
# CYCLES: 275

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, kind=6, rows=16, bytes=256, d1=256      # 1 .. 40
  descriptor 64, kind=1, rows=4, source=0x200000008000, destination=0x90000     # 41 .. 80
  addi  r11, r20, 64            # 81
  dma.start  r9, (r20)          # 82, 64 lines at 83 .. 146
  dma.start  r10, (r11)         # 83, lines at 147, 149, 151, 153
  dma.wait  r10                 # 273
  halt  r0                      # 274, ends 275
