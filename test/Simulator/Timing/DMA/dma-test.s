# DMA: dma.test gives 1 from the cycle of completion on.
# RUN: %cycles %s %t --cores=1
# CYCLES: 167

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0                  # 1 .. 40
  dma.start  r9, (r20)          # 41, complete 162
  dma.test  r10, r9             # 42: 0
  dma.wait  r9                  # 162
  dma.test  r12, r9             # 163: 1
  sub  r13, r12, r10            # 164
  addi  r13, r13, -1            # 165
  halt  r13                     # 166: status 0, ends 167
