# DMA: both channels full; each start waits for its own, and the DRAM serves them in turn.
# RUN: %cycles %s %t --cores=1
# CYCLES: 779
# CORE 0: issue=103 dma=676

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=16         # 1 .. 40
  descriptor 64, kind=1, rows=16, source=0x200000008000, destination=0x90000    # 41 .. 80
  addi  r11, r20, 64            # 81
  # Lines of loads at 83, 85, 87, 89, then at 93, 97, ...; of stores at 91, 95, ....
  .rept  8
  dma.start  r9, (r20)          # 82 .. 89
  .endr
  .rept  8
  dma.start  r10, (r11)         # 90 .. 97
  .endr
  dma.start  r9, (r20)          # 138: the first load's line 16 moves at 93 + 4 * 11 = 137
  dma.start  r10, (r11)         # 152: the first store's at 91 + 4 * 15 = 151
  dma.wait  r9                  # line 144 at 93 + 4 * 139 = 649, complete at 769
  dma.wait  r10                 # lines 141 .. 144 at 651, 653, 655, 657: no contention; complete at 777
  halt  r0                      # 778, ends 779
