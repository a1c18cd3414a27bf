# Stalls: after a misprediction, bubble cycles are charged first, then the operand stall.
# RUN: %cycles %s %t --cores=1
# CYCLES: 11
# CORE 0: issue=5 bubble=2 operand=4
# PIPE 0 S: occupied=5 bubble=2 operand=4

_start:
  movz  r20, 0x2000, 2          # 0
  ld  r7, 0(r20)                # 1, ready 9
  bne  r20, r0, next            # 2, guessed wrong, bubble 5
next:
  add  r8, r7, r7               # 9
  halt  r0                      # 10, ends 11
