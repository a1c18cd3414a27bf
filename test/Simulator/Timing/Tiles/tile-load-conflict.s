# Line rule: a pitch of 1024 maps all rows to one bank, 16 cycles.
# RUN: %cycles %s %t --cores=1
# CYCLES: 46

_start:
  movz  r20, 0x2000, 2  # 0
  addi  r21, r0, 1024   # 1
  tld  t0, 0(r20), r21  # 2, lines 0, 16, 32, ...: one a cycle, LD free 18
  tld  t1, 0(r20), r21  # 18, ready 18 + 16 + 12 = 46
  halt  r0              # 19
