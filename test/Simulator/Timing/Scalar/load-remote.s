# S: loads of other cores' scratchpads, 8 + 2 * 9 * distance, the shorter way round.
# RUN: %cycles %s %t
# CYCLES: 49

_start:
  csrr  r5, 0           # 0
  bne  r5, r0, others   # 1
  movz  r20, 0x4002, 2  # 2, core 2's: distance 2
  ld  r6, 0(r20)        # 3, ready 3 + 8 + 36 = 47
  movz  r21, 0x4003, 2  # 4, core 3's: distance 1
  ld  r7, 0(r21)        # 5, ready 5 + 8 + 18 = 31
  add  r8, r6, r7       # 47
  halt  r0              # 48, ends 49
others:
  halt  r0              # mispredicted: 1 + 3 = 4
