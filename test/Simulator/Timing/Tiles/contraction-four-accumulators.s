# MM: four accumulators keep the pipe busy.
# RUN: %cycles %s %t --cores=1
# CYCLES: 116
# CORE 0: issue=6 pipe=60 drain=50
# PIPE 0 MM: occupied=80 drain=36
# PIPE 0 S: occupied=1 pipe=60 other=5 drain=50

_start:
  tmma.f32.bf16  t0, t4, t5     # 0, ready 52
  tmma.f32.bf16  t1, t4, t5     # 16
  tmma.f32.bf16  t2, t4, t5     # 32
  tmma.f32.bf16  t3, t4, t5     # 48
  tmma.f32.bf16  t0, t4, t5     # 64, ready 116
  halt  r0                      # 65
