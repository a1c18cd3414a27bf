# EW: reductions take 16 cycles longer to the result.
# RUN: %cycles %s %t --cores=1
# CYCLES: 48

_start:
  trsum.f32  t0, t1             # 0, EW free 8, ready 8 + 8 + 16 = 32
  tsub.f32  t2, t1, t0          # 32, ready 48
  halt  r0                      # 33
