# ring32: a put moves 2 lines per cycle; 3 hops.
# REQUIRES: variant-ring32
# RUN: %cycles %s %t --mcpu=ring32
# CYCLES: 76

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, kind=3, rows=7, cores=8, source=0x200000004000  # 1 .. 40
  csrr  r5, 0                   # 41
  bne  r5, r0, end              # 42
  dma.start  r9, (r20)          # 43, lines at 44 44, 45 45, 46 46, 47; at core 3's port at 71 .. 74
  dma.wait  r9                  # 74
  halt  r0                      # 75, ends 76
end:
  halt  r0
