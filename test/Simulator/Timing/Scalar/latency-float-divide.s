# S: division and square root 20 cycles; other pipes go on meanwhile.
# RUN: %cycles %s %t --cores=1
# CYCLES: 46

_start:
  movz  r5, 0x3f80, 1   # 0
  fmv.s.x  f1, r5       # 1, ready 5
  fdiv.s  f2, f1, f1    # 5, S free 25
  tzero  t0             # 6, on EW
  tzero  t1             # 7
  fsqrt.s  f3, f1       # 25, S free 45
  halt  r0              # 45, ends 46
