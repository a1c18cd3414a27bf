# S: atomics have the latency of loads: 8 in the core's own scratchpad, 120 in DRAM.
# RUN: %cycles %s %t --cores=1
# CYCLES: 131

_start:
  movz  r20, 0x2000, 2          # 0
  movz  r21, 0x8, 1             # 1
  amoadd.d  r5, r0, (r20)       # 2, ready 10
  amoadd.d  r6, r5, (r21)       # 10, ready 130
  halt  r6                      # 130, ends 131
