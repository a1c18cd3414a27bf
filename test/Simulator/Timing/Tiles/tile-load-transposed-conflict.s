# Transposing loads at a pitch of 1024: one line per cycle.
# RUN: %cycles %s %t --cores=1
# CYCLES: 94

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 1024           # 1
  tldt.w  t0, (r20), r21        # 2, 16 cycles, LD free 18
  tldt.h  t1, (r20), r21        # 18, 32 cycles, LD free 50
  tldt.h  t2, (r20), r21        # 50, ready 50 + 32 + 12 = 94
  halt  r0                      # 51
