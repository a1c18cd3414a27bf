# Line rule: pitches of 1088 and 512 have no conflicts between adjacent rows.
# RUN: %cycles %s %t --cores=1
# CYCLES: 39

_start:
  movz  r20, 0x2000, 2  # 0
  addi  r21, r0, 1088   # 1
  addi  r22, r0, 512    # 2
  tld  t0, 0(r20), r21  # 3, banks 0 1, 2 3, ...: 8 cycles, LD free 11
  tld  t1, 0(r20), r22  # 11, banks 0 8, 0 8, ...: 8 cycles, LD free 19
  tld  t2, 0(r20), r21  # 19, ready 39
  halt  r0              # 20
