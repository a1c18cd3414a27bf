# Branches: forward branches are predicted not taken, also to the next instruction.
# RUN: %cycles %s %t --cores=1
# CYCLES: 9
# CORE 0: issue=5 bubble=4
# PIPE 0 S: occupied=5 bubble=4

_start:
  addi  r5, r0, 1       # 0
  beq  r5, r0, next     # 1, not taken: predicted
  bne  r5, r0, next     # 2, taken: mispredicted, bubble 5
  addi  r6, r0, 1
next:
  beq  r0, r0, after    # 5, taken: mispredicted, bubble 8
after:
  halt  r0              # 8, ends 9
