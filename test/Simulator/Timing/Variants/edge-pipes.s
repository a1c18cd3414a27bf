# edge: tiles of 16 x 32 bytes: close rows share lines.
# REQUIRES: variant-edge
# RUN: %cycles %s %t --mcpu=edge
# CYCLES: 62
# CORE 0: issue=9 pipe=3 drain=50
# PIPE 0 LD: occupied=12 other=3 drain=47
# PIPE 0 ST: occupied=8 other=5 pipe=3 drain=46

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 32             # 1
  addi  r22, r0, 64             # 2
  tld  t0, 0(r20), r21          # 3, 8 lines, 4 cycles, LD free 7
  tld  t1, 0(r20), r22          # 7, 16 lines, 8 cycles, LD free 15
  tst  t2, 0(r20), r21          # 8, 8 lines, 8 cycles
  texp.f32  t3, t4              # 9, 32 cycles, ready 57
  tmma.i32.i8  t5, t6, t7       # 10, ready 62
  halt  r0                      # 11
