# Transposing loads of close rows: rows in the line listed last add no line.
# RUN: %cycles %s %t --cores=1
# CYCLES: 31

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 16             # 1
  addi  r22, r0, 32             # 2
  tldt.b  t0, (r20), r21        # 3, 64 rows of 16 bytes in 16 lines: 8 cycles, LD free 11
  tldt.h  t1, (r20), r22        # 11, 32 rows of 32 bytes in 16 lines: ready 11 + 8 + 12 = 31
  halt  r0                      # 12
