# Write after read of a tile does not wait, though the store takes 16 cycles.
# RUN: %cycles %s %t --cores=1
# CYCLES: 22

_start:
  movz  r20, 0x2000, 2  # 0
  addi  r21, r0, 64     # 1
  tzero  t0             # 2, EW free 3, t0 ready 2 + 4 = 6
  tst  t0, 0(r20), r21  # 6, 16 lines, ST free 22: ends 22
  tzero  t0             # 7
  halt  r0              # 8
