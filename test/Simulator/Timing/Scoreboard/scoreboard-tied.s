# An operand tied to a result is a source: column blocks of one tile are serialized.
# RUN: %cycles %s %t --cores=1
# CYCLES: 36

_start:
  tzero  t0                     # 0, ready 4
  tcvtn.bf16.f32  t0, 0, t1     # 4, ready 4 + 16 = 20
  tcvtn.bf16.f32  t0, 1, t1     # 20, ends 36
  halt  r0                      # 21
