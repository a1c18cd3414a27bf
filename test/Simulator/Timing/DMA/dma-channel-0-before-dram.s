# DMA: channel 0 goes first even when the DRAM could serve channel 1.
# RUN: %cycles %s %t --cores=1
# CYCLES: 214

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, kind=6, rows=4  # 1 .. 40
  descriptor 64, kind=1, rows=4, source=0x200000008000, destination=0x90000     # 41 .. 80
  addi  r11, r20, 64            # 81
  dma.start  r10, (r11)         # 82, the store's lines at 83; 85 is the fill's (channel 0 first), then 88, 90, 92
  dma.start  r9, (r20)          # 83, the fill's at 84, 85, 86, 87
  dma.wait  r9                  # 88
  dma.wait  r10                 # 212
  halt  r0                      # 213, ends 214
