# S: a division occupies the pipe for 34 cycles; what does not need it waits too.
# RUN: %cycles %s %t --cores=1
# CYCLES: 38

_start:
  addi  r5, r0, 100     # 0
  addi  r6, r0, 7       # 1
  div  r7, r5, r6       # 2, S free 36
  addi  r8, r0, 1       # 36
  halt  r0              # 37, ends 38
