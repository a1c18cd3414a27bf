# The end of a run is that of what has been issued, though nobody waits for it.
# RUN: %python %S/Inputs/cycles.py %build %s %t --cores=1
# CYCLES: 52

_start:
  tmma.f32.bf16  t0, t4, t5     # 0, ready 52
  halt  r0                      # 1
