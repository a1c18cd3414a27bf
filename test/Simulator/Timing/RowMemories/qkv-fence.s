# Without queues a fence waits for no rows: DRAM accesses are in program order.
# REQUIRES: variant-qkv
# RUN: %cycles %s %t --mcpu=qkv
# CYCLES: 122
# CORE 0: issue=5 drain=117

_start:
  addi  r5, r0, 0               # 0
  movz  r7, 8, 1                # 1
  qkv.load_rm  r5, r7, 64       # 2, ends 2 + 120 = 122
  fence                         # 3
  halt  r0                      # 4
