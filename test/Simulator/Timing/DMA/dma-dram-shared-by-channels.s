# DMA: two channels share the DRAM, line by line in turn.
# RUN: %cycles %s %t --cores=1
# CYCLES: 219

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=4          # 1 .. 40
  descriptor 64, kind=1, rows=4, source=0x200000001000, destination=0x90000     # 41 .. 80
  addi  r11, r20, 64            # 81
  dma.start  r9, (r20)          # 82, lines at 83, 87, 91, 95
  dma.start  r10, (r11)         # 83, lines at 85, 89, 93, 97
  dma.wait  r9                  # 215
  dma.wait  r10                 # 217
  halt  r0                      # 218, ends 219
