# DMA: a multicast from another core's scratchpad is at all its cores when the reader has it.
# RUN: %cycles %s %t
# CYCLES: 88
# CORE 0: issue=48 dma=37 drain=3
# CORE 1: issue=52 bubble=2 sync=34
# CORE 3: issue=52 bubble=2 sync=34

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r6, r0, 1               # 1
  addi  r7, r0, 3               # 2
  descriptor 0, flags=3, semaphore=3, rows=2, cores=0xb, source=0x400200002000  # 3 .. 42, core 2's
  csrr  r5, 0                   # 43
  bne  r5, r0, others           # 44
  dma.start  r9, (r20)          # 45, lines at 46 and 47, at the core's own port 2 * 9 * 2 later: 82, 83
  dma.wait  r9                  # 83
  halt  r0                      # 84
others:
  addi  r11, r0, 2              # 47
  beq  r5, r11, end             # 48
  sem.wait  r6, r7              # cores 1 and 3: 83
  csrr  r8, 2                   # 84: the value is checked
  addi  r10, r0, 84             # 85
  sub  r8, r8, r10              # 86
  halt  r8                      # 87, ends 88
end:
  halt  r0                      # core 2: 51
