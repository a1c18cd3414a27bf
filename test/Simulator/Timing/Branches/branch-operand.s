# Branches wait for their operands; the bubble is counted from their issue.
# RUN: %cycles %s %t --cores=1
# CYCLES: 15

_start:
  movz  r20, 0x2000, 2  # 0
  ld  r5, 0(r20)        # 1, ready 9 (uninitialized: 0)
  beq  r5, r0, after    # 9, mispredicted: bubble 12
  addi  r6, r0, 1
after:
  mul  r7, r20, r20     # 12, ends 15
  halt  r0              # 13
