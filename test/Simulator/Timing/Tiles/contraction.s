# MM: 16 cycles, 52 to the result; the accumulator is a source.
# RUN: %cycles %s %t --cores=1
# CYCLES: 120

_start:
  tmma.f32.bf16  t0, t4, t5     # 0, MM free 16, t0 ready 52
  tmma.f32.f32  t1, t4, t5      # 16, ready 68
  tmma.f32.bf16  t0, t4, t5     # 52, MM free 68
  tmma.i32.i8  t2, t4, t5       # 68, ready 120
  halt  r0                      # 69
