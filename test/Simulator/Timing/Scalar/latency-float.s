# S: floating point, latency 4, one a cycle.
# RUN: %cycles %s %t --cores=1
# CYCLES: 14

_start:
  movz  r5, 0x3f80, 1   # 0
  fmv.s.x  f1, r5       # 1, ready 5
  fadd.s  f2, f1, f1    # 5, ready 9
  fmul.s  f3, f2, f2    # 9, ready 13
  fadd.s  f4, f1, f1    # 10, ends 14
  halt  r0              # 11
