# Ring: a store to the core's own scratchpad with a core mask is a put over the ring.
# RUN: %cycles %s %t
# CYCLES: 73
# CORE 0: issue=48 dma=19 drain=6
# CORE 1: issue=52 bubble=4 sync=9 drain=8
# CORE 2: issue=53 bubble=2 sync=18

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r6, r0, 1               # 1
  addi  r7, r0, 3               # 2
  descriptor 0, kind=1, flags=3, semaphore=3, rows=2, cores=0xe, source=0x200000002000  # 3 .. 42
  csrr  r5, 0                   # 43
  bne  r5, r0, others           # 44
  dma.start  r9, (r20)          # 45, lines at 46 and 47
  dma.wait  r9                  # core 2's: 47 + 18 = 65
  halt  r0                      # 66, ends 67
others:
  sem.wait  r6, r7              # cores 1 and 3: 56, core 2: 65
  csrr  r8, 2                   # 57, 66: what it reads is checked
  addi  r10, r0, 57             # 58, 67
  addi  r11, r0, 2              # 59, 68
  bne  r5, r11, near            # 60, 69
  addi  r10, r0, 66             # core 2: 70
  sub  r8, r8, r10              # 71
  halt  r8                      # 72, ends 73
near:
  sub  r8, r8, r10              # cores 1 and 3: 63
  halt  r8                      # 64
