# Line rule: tldc and tstc access contiguous rows, whose first may be misaligned.
# RUN: %cycles %s %t --cores=1
# CYCLES: 54

_start:
  movz  r20, 0x2000, 2  # 0
  addi  r21, r20, 16    # 1
  tldc  t0, 0(r20)      # 2, 8 cycles, LD free 10
  tldc  t1, 1(r21)      # 10, 16 cycles, ready 10 + 16 + 12 = 38
  tstc  t0, 2(r20)      # 22 (t0), 16 cycles, ST free 38
  tstc  t1, 2(r20)      # 38, ends 54
  halt  r0              # 39
