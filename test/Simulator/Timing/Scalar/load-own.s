# S: loads of the core's own scratchpad, by either of its addresses: latency 8.
# RUN: %cycles %s %t --cores=1
# CYCLES: 21

_start:
  movz  r20, 0x2000, 2  # 0, local alias
  movz  r21, 0x4000, 2  # 1, core 0's global address
  ld  r5, 0(r20)        # 2, ready 10
  add  r6, r5, r5       # 10
  ld  r7, 0(r21)        # 11, ready 19
  add  r8, r7, r7       # 19
  halt  r0              # 20, ends 21
