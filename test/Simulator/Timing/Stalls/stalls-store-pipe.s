# Stalls: a DMA start that waits until tile stores have left ST is a pipe stall.
# RUN: %cycles %s %t --cores=1
# CYCLES: 181
# CORE 0: issue=47 pipe=15 drain=119
# PIPE 0 ST: occupied=16 other=46 drain=119
# PIPE 0 SYS: occupied=1 other=46 pipe=15 drain=119

_start:
  movz  r20, 0x2000, 2          # 0
  movz  r22, 0x2000, 2          # 1
  movk  r22, 0x4000, 0          # 2
  addi  r21, r0, 64             # 3
  descriptor 0                  # 4 .. 43
  tst  t0, 0(r22), r21          # 44, ST free 60
  dma.start  r9, (r20)          # 60, line at 61, complete 181
  halt  r0                      # 61
