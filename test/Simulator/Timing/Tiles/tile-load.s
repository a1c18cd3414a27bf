# LD: 2 lines a cycle where banks differ, 8 cycles and 20 to the result; ST 16.
# RUN: %cycles %s %t --cores=1
# CYCLES: 38

_start:
  movz  r20, 0x2000, 2  # 0
  addi  r21, r0, 64     # 1
  tld  t0, 0(r20), r21  # 2, LD free 10, t0 ready 22
  tld  t1, 0(r20), r21  # 10, ready 30
  tst  t0, 0(r20), r21  # 22, ends 38
  halt  r0              # 23
