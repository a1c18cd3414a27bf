# EW: zero 1 and 4 cycles, an element to a scalar register 1 and 12.
# RUN: %cycles %s %t --cores=1
# CYCLES: 31

_start:
  tzero  t0                     # 0, ready 4
  tget.f32  f1, t0, r0          # 4, EW free 5, f1 ready 16
  fadd.s  f2, f1, f1            # 16, ready 20
  tget.i32  r5, t0, r0          # 17, ready 29
  add  r6, r5, r5               # 29
  halt  r0                      # 30, ends 31
