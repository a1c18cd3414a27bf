# Line rule: misaligned rows access two lines each.
# RUN: %cycles %s %t --cores=1
# CYCLES: 39

_start:
  movz  r20, 0x2000, 2  # 0
  addi  r21, r0, 64     # 1
  addi  r22, r20, 32    # 2
  tld  t0, 0(r22), r21  # 3, lines 0 1, 1 2, 2 3, ...: 16 cycles, LD free 19
  tld  t1, 0(r20), r21  # 19, ready 39
  halt  r0              # 20
