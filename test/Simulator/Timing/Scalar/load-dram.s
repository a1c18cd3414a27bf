# S: loads of DRAM, latency 120, one a cycle; stores 1.
# RUN: %cycles %s %t --cores=1
# CYCLES: 125

_start:
  movz  r20, 0x8, 1     # 0
  sd  r0, 0(r20)        # 1
  ld  r5, 0(r20)        # 2, ready 122
  ld  r6, 8(r20)        # 3, ready 123
  add  r7, r5, r6       # 123
  halt  r0              # 124, ends 125
