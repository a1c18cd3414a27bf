# Line rule: at a pitch of 96 every other row is misaligned.
# RUN: %cycles %s %t --cores=1
# CYCLES: 26

_start:
  movz  r20, 0x2000, 2  # 0
  addi  r21, r0, 96     # 1
  tld  t0, 0(r20), r21  # 2, lines 0, 1 2, 3, 4 5, ...: 24 lines, 12 cycles: ready 2 + 12 + 12 = 26
  halt  r0              # 3
