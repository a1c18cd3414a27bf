# Transposing loads: 16, 32, 64 rows of 64, 32, 16 bytes: 8, 16, 32 cycles.
# RUN: %cycles %s %t --cores=1
# CYCLES: 70

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 64             # 1
  tldt.w  t0, (r20), r21        # 2, LD free 10
  tldt.h  t1, (r20), r21        # 10, LD free 26
  tldt.b  t2, (r20), r21        # 26, ready 26 + 32 + 12 = 70
  halt  r0                      # 27
