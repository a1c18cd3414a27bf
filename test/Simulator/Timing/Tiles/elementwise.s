# EW: 8 cycles, 16 to the result.
# RUN: %cycles %s %t --cores=1
# CYCLES: 40

_start:
  tadd.f32  t0, t1, t2          # 0, EW free 8, t0 ready 16
  tmul.f32  t3, t1, t2          # 8, ready 24
  tadd.f32  t4, t0, t3          # 24, ready 40
  halt  r0                      # 25
