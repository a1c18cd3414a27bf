# Semaphores: a post arrives after 9 * distance + 8 cycles.
# RUN: %cycles %s %t --cores=2
# CYCLES: 22
# CORE 0: issue=5 drain=17
# CORE 1: issue=5 bubble=2 sync=15

_start:
  csrr  r5, 0                   # 0
  addi  r6, r0, 1               # 1
  bne  r5, r0, other            # 2
  sem.post  r6, r0              # 3, at core 1 at 3 + 9 + 8 = 20
  halt  r0                      # 4
other:
  sem.wait  r6, r0              # 20
  halt  r0                      # 21, ends 22
