# Tile instructions wait for their general registers.
# RUN: %cycles %s %t --cores=1
# CYCLES: 25

_start:
  movz  r20, 0x2000, 2  # 0
  addi  r21, r0, 8      # 1
  mul  r22, r21, r21    # 2, ready 5
  tld  t0, 0(r20), r22  # 5, pitch 64: 8 cycles, ready 5 + 8 + 12 = 25
  halt  r0              # 6
