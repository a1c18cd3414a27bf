# Branches: backward branches are predicted taken; the loop exit costs 2 cycles.
# RUN: %cycles %s %t --cores=1
# CYCLES: 10

_start:
  addi  r5, r0, 3       # 0
loop:
  addi  r5, r5, -1      # 1, 3, 5
  bne  r5, r0, loop     # 2, 4: predicted; 6: mispredicted, bubble 6 + 3 = 9
  halt  r0              # 9, ends 10
