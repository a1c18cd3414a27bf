# Scoreboard, write after write: waits for the earlier result of the destination.
# RUN: %cycles %s %t --cores=1
# CYCLES: 6

_start:
  addi  r5, r0, 7       # 0
  mul  r6, r5, r5       # 1, ready 4
  addi  r6, r0, 1       # 4
  halt  r0              # 5, ends 6
