# DMA: a store to DRAM with a mask posts at all its cores at once, when it is there.
# RUN: %cycles %s %t
# CYCLES: 170
# CORE 0: issue=48 sync=122
# CORE 2: issue=47 bubble=2 sync=121

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r6, r0, 1               # 1
  addi  r7, r0, 3               # 2
  descriptor 0, kind=1, flags=3, semaphore=3, rows=2, cores=0xf, source=0x200000002000, destination=0x80000     # 3 .. 42
  csrr  r5, 0                   # 43
  bne  r5, r0, others           # 44
  dma.start  r9, (r20)          # 45, lines at 46 and 48, arrived at 168
others:                         # 47: mispredicted
  sem.wait  r6, r7              # 168
  halt  r0                      # 169, ends 170
