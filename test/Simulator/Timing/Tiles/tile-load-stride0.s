# Line rule: with stride 0 each line counts once, but the register takes 16 rows / 2.
# RUN: %cycles %s %t --cores=1
# CYCLES: 38

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r20, 32            # 1
  tld  t0, 0(r20), r0           # 2, 1 line, 8 cycles, LD free 10
  tld  t1, 0(r21), r0           # 10, 2 lines, 8 cycles, LD free 18
  tldt.h  t2, (r20), r0         # 18, 1 line, 8 cycles: ready 38
  halt  r0                      # 19
