# The end of a run includes issued instructions whose results are not used.
# RUN: %cycles %s %t --cores=1
# CYCLES: 52

_start:
  tmma.f32.bf16  t0, t4, t5     # 0, ready 52
  halt  r0                      # 1
