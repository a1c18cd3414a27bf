# ring32: DRAM and engine move 2 lines per cycle.
# REQUIRES: variant-ring32
# RUN: %cycles %s %t --mcpu=ring32 --cores=1
# CYCLES: 171

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=16         # 1 .. 40
  dma.start  r9, (r20)          # 41, 2 lines a cycle at 42 .. 49
  dma.wait  r9                  # 169
  halt  r0                      # 170, ends 171
