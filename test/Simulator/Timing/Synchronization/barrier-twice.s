# Barrier: the second barrier begins after the release of the first.
# RUN: %cycles %s %t --cores=2
# CYCLES: 71
# CORE 0: issue=7 sync=62 operand=2
# CORE 1: issue=7 sync=62 operand=2

_start:
  bar                           # 0
  addi  r5, r0, 1               # 32
  bar                           # 33
  addi  r5, r0, 2               # 65
  mul  r6, r5, r5               # 66, ready 69
  add  r6, r6, r6               # 69
  halt  r0                      # 70, ends 71
