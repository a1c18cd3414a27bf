# The cycle counter reads the cycle of its own issue.
# RUN: %cycles %s %t --cores=1
# CYCLES: 39

_start:
  csrr  r5, 2                   # 0
  div  r6, r5, r5               # 1, S free 35
  csrr  r7, 2                   # 35
  sub  r8, r7, r5               # 36
  addi  r8, r8, -35             # 37
  halt  r8                      # 38: status 0, ends 39
