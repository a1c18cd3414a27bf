# Ring: a gather from another core's scratchpad costs a round trip for the lines of each row.
# RUN: %cycles %s %t --cores=2
# CYCLES: 74
# CORE 0: issue=51 dma=23

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r6, r0, 3               # 1
  sw  r6, 1024(r20)             # 2
  addi  r6, r0, 1               # 3
  sw  r6, 1028(r20)             # 4
  sw  r0, 1032(r20)             # 5
  descriptor 0, kind=4, rows=3, bytes=96, s1=96, cores=1024, source=0x400100002000      # 6 .. 45, core 1's
  csrr  r5, 0                   # 46
  bne  r5, r0, end              # 47
  dma.start  r9, (r20)          # 48, rows of 2 lines at 49 .. 54, at the core's own port 18 later
  dma.wait  r9                  # 72
  halt  r0                      # 73, ends 74
end:
  halt  r0
