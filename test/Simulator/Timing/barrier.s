# Barrier: everybody goes on 32 cycles after the last has come.
# RUN: %python %S/Inputs/cycles.py %build %s %t
# CYCLES: 71

_start:
  csrr  r5, 0                   # 0
  bne  r5, r0, meet             # 1
  addi  r6, r0, 9               # 2
  div  r7, r6, r6               # 3, ready 37
  add  r8, r7, r7               # 37
meet:
  bar                           # core 0: 38, others: 4
  halt  r0                      # 38 + 32 = 70, ends 71
