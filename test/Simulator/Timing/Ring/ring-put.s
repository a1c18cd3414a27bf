# Ring: a put moves one line per cycle, 9 cycles per hop.
# RUN: %cycles %s %t
# CYCLES: 60

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r6, r0, 1               # 1
  addi  r7, r0, 3               # 2
  descriptor 0, kind=3, flags=1, semaphore=3, rows=4, cores=2, source=0x200000002000    # 3 .. 42
  csrr  r5, 0                   # 43
  bne  r5, r0, others           # 44
  dma.start  r9, (r20)          # 45, lines at 46 .. 49, at core 1's port at 55 .. 58
  dma.wait  r9                  # 58
  halt  r0                      # 59, ends 60
others:
  bne  r5, r6, end              # 47; cores 2 and 3 are wrong again: 50
  sem.wait  r6, r7              # 58
end:
  halt  r0                      # 59
