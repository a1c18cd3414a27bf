# The end of a run includes transfers without a wait.
# RUN: %cycles %s %t --cores=1
# CYCLES: 162

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0                  # 1 .. 40
  dma.start  r9, (r20)          # 41, line at 42, complete 162
  halt  r0                      # 42
