# Jumps: jal has no extra cost, jalr always costs 2 extra cycles.
# RUN: %cycles %s %t --cores=1
# CYCLES: 6

_start:
  jal  r1, function     # 0
  halt  r0              # 5, ends 6
function:
  addi  r5, r0, 1       # 1
  jalr  r0, 0(r1)       # 2, bubble 5
