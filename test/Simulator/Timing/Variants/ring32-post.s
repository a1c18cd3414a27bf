# ring32: the ring is closed: core 17 is 15 hops from core 0.
# REQUIRES: variant-ring32
# RUN: %cycles %s %t --mcpu=ring32
# CYCLES: 151
# CORE 0: issue=6 bubble=2 drain=143
# CORE 1: issue=6 bubble=2 drain=143
# CORE 17: issue=7 sync=144

_start:
  csrr  r5, 0                   # 0
  addi  r7, r0, 1               # 1
  addi  r6, r0, 17              # 2
  beq  r5, r0, zero             # 3
  bne  r5, r6, end              # 4
  sem.wait  r7, r0              # 6 + 9 * 15 + 8 = 149
end:
  halt  r0                      # 150, ends 151
zero:
  sem.post  r6, r0              # mispredicted: 3 + 3 = 6
  halt  r0                      # 7
