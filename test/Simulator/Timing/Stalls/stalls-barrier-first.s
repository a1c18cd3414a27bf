# Stalls: after a barrier, cycles up to its release are sync, then operand.
# RUN: %cycles %s %t --cores=1
# CYCLES: 123
# CORE 0: issue=5 sync=31 operand=87
# PIPE 0 S: occupied=4 sync=31 operand=87 other=1

_start:
  movz  r10, 8, 1               # 0
  ld  r7, 0(r10)                # 1, ready 121
  bar                           # 2, released at 34
  add  r8, r7, r7               # 121
  halt  r0                      # 122, ends 123
