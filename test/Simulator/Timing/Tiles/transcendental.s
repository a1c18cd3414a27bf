# EW: transcendentals and division, 32 cycles, 48 to the result.
# RUN: %cycles %s %t --cores=1
# CYCLES: 144

_start:
  texp.f32  t0, t1              # 0, EW free 32, t0 ready 48
  tadd.f32  t2, t1, t1          # 32, EW free 40, ready 48
  trcp.f32  t3, t0              # 48, EW free 80, ready 96
  tdiv.f32  t4, t3, t2          # 96, ready 144
  halt  r0                      # 97
