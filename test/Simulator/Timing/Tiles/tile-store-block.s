# ST: column blocks at pitch 64 touch a line each; of 32 bytes at pitch 32, two share one.
# RUN: %cycles %s %t --cores=1
# CYCLES: 39

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 64             # 1
  addi  r22, r0, 32             # 2
  tzero  t0                     # 3, ready 7
  tstb.b  t0, 1, (r20), r21     # 7, 16 lines, ST free 23
  tstb.h  t0, 1, (r20), r22     # 23, 8 lines, ST free 31
  tstb.h  t0, 0, (r20), r22     # 31, ends 39
  halt  r0                      # 32
