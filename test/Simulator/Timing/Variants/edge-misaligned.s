# edge: misaligned close rows: rows entirely in the line listed last add no line.
# REQUIRES: variant-edge
# RUN: %cycles %s %t --mcpu=edge
# CYCLES: 28

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 32             # 1
  addi  r23, r20, 16            # 2
  # Rows at 16, 48, 80, ... touch 0, 0 1, (1), 1 2, (2), 2 3, ...: 17 lines, of
  # which the first shares its bank with the second: 1 + 8 cycles.
  tld  t0, 0(r23), r21          # 3, 9 cycles, LD free 12
  tld  t1, 0(r20), r21          # 12, 4 cycles, ready 28
  halt  r0                      # 13
