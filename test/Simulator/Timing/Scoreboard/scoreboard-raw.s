# Scoreboard, read after write: the consumer of a product (latency 3) waits.
# RUN: %cycles %s %t --cores=1
# CYCLES: 6
# CORE 0: issue=4 operand=2
# PIPE 0 S: occupied=4 operand=2

_start:
  addi  r5, r0, 7       # 0, ready 1
  mul  r6, r5, r5       # 1, ready 1 + 3 = 4
  add  r7, r6, r6       # 4
  halt  r0              # 5, ends 6
