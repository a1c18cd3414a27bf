# DMA: a multicast takes DRAM lines once, and is at all cores at the same time.
# RUN: %cycles %s %t
# CYCLES: 174

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r6, r0, 1               # 1
  addi  r7, r0, 3               # 2
  descriptor 0, flags=3, semaphore=3, rows=4, cores=0xf         # 3 .. 42
  csrr  r5, 0                   # 43
  bne  r5, r0, others           # 44
  dma.start  r9, (r20)          # 45, lines at 46, 48, 50, 52, arrived at 172
others:                         # 47: mispredicted
  sem.wait  r6, r7              # 172
  halt  r0                      # 173, ends 174
