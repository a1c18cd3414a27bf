# Barrier: all cores continue 32 cycles after the last arrival.
# RUN: %cycles %s %t
# CYCLES: 71
# CORE 0: issue=7 operand=33 sync=31
# CORE 1: issue=4 bubble=2 sync=65
# CORE 3: issue=4 bubble=2 sync=65

_start:
  csrr  r5, 0                   # 0
  bne  r5, r0, meet             # 1
  addi  r6, r0, 9               # 2
  div  r7, r6, r6               # 3, ready 37
  add  r8, r7, r7               # 37
meet:
  bar                           # core 0: 38, others: 4
  halt  r0                      # 38 + 32 = 70, ends 71
