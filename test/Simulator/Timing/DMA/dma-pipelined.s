# DMA: lines of the next transfer follow without a gap, latency shows once.
# RUN: %cycles %s %t --cores=1
# CYCLES: 219

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=4          # 1 .. 40
  descriptor 64, rows=4         # 41 .. 80
  addi  r11, r20, 64            # 81
  dma.start  r9, (r20)          # 82, lines at 83, 85, 87, 89
  dma.start  r10, (r11)         # 83, lines at 91, 93, 95, 97
  dma.wait  r9                  # 209
  dma.wait  r10                 # 217
  halt  r0                      # 218, ends 219
