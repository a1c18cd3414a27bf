# DMA: waiting for what is complete costs a cycle of issue only.
# RUN: %cycles %s %t --cores=1
# CYCLES: 213
# CORE 0: issue=49 operand=132 pipe=32
# PIPE 0 S: occupied=212 other=1
# PIPE 0 SYS: occupied=2 operand=132 pipe=32 other=47

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0                  # 1 .. 40
  dma.start  r9, (r20)          # 41, line at 42, complete 162
  div  r5, r20, r20             # 42
  div  r5, r20, r20             # 76
  div  r5, r20, r20             # 110
  div  r5, r20, r20             # 144
  div  r5, r20, r20             # 178, S free 212
  dma.wait  r9                  # 179
  halt  r0                      # 212, ends 213
