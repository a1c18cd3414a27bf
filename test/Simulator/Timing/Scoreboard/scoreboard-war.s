# Scoreboard, write after read: no wait.
# RUN: %cycles %s %t --cores=1
# CYCLES: 4

_start:
  addi  r5, r0, 7       # 0
  mul  r6, r5, r5       # 1, ends 4
  addi  r5, r0, 1       # 2
  halt  r0              # 3, ends 4
