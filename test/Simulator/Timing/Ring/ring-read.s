# Ring: a load from another core's scratchpad takes a round trip.
# RUN: %cycles %s %t --cores=2
# CYCLES: 67

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, rows=4, source=0x400100002000   # 1 .. 40, core 1's
  csrr  r5, 0                   # 41
  bne  r5, r0, end              # 42
  dma.start  r9, (r20)          # 43, lines at 44 .. 47, at the core's own port 2 * 9 later
  dma.wait  r9                  # 65
  halt  r0                      # 66, ends 67
end:
  halt  r0
