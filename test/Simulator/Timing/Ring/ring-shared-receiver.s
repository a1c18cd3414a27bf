# Ring: two senders share the receiver's eject port, one line per cycle.
# RUN: %cycles %s %t
# CYCLES: 63

_start:
  movz  r20, 0x2000, 2          # 0
  descriptor 0, kind=3, rows=4, cores=1, source=0x200000002000  # 1 .. 40
  csrr  r5, 0                   # 41
  andi  r6, r5, 1               # 42
  beq  r6, r0, end              # 43; cores 0 and 2 are wrong
  # Cores 1 and 3, both 1 hop from core 0.
  dma.start  r9, (r20)          # 44, lines at 45 .. 48, at the port at 54 .. 57: they pass at 54 .. 61 in turn
  dma.wait  r9                  # core 1: 60, core 3: 61
  halt  r0                      # 62, ends 63
end:
  halt  r0                      # 46
