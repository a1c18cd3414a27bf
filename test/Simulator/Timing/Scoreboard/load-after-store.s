# Loads do not wait for stores to the same address: only registers are tracked.
# RUN: %cycles %s %t --cores=1
# CYCLES: 27

_start:
  movz  r20, 0x2000, 2  # 0
  addi  r21, r0, 64     # 1
  tzero  t0             # 2, ready 6
  tst  t0, 0(r20), r21  # 6, ST free 22
  tld  t1, 0(r20), r21  # 7, ready 7 + 8 + 12 = 27
  halt  r0              # 8
