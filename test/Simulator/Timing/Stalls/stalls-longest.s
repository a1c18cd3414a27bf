# Stalls: of an operand and a pipe stall, the one that ends later is charged with all cycles.
# RUN: %cycles %s %t --cores=1
# CYCLES: 142
# CORE 0: issue=7 operand=70 pipe=15 drain=50
# PIPE 0 MM: occupied=48 operand=55 other=3 drain=36

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 64             # 1
  tld  t0, 0(r20), r21          # 2, ready 22
  tmma.f32.bf16  t1, t0, t0     # 22, MM free 38, ready 74; operand 3 .. 21
  tmma.f32.bf16  t2, t1, t1     # 74, MM free 90; operand 23 .. 73, though MM is busy up to 37
  tmma.f32.bf16  t3, t4, t5     # 90, ready 142; pipe 75 .. 89
  halt  r0                      # 91
