# qkv: rows are tracked like registers; occupancy does not depend on the row count.
# REQUIRES: variant-qkv
# RUN: %cycles %s %t --mcpu=qkv
# CYCLES: 675
# CORE 0: issue=10 pipe=63 operand=540 drain=62
# PIPE 0 EW: occupied=192 other=8 pipe=63 operand=350 drain=62

_start:
  addi  r5, r0, 0               # 0
  addi  r6, r0, 64              # 1
  movz  r7, 8, 1                # 2
  qkv.load_rm  r5, r7, 64       # 3, LD free 67, d1 0..63 ready 3 + 120 = 123
  qkv.load_cm  r6, r7           # 67, d1 64..127 ready 67 + 184 = 251
  qkv.gemm  r5, r5, r6          # 251, d2 0..63 ready 251 + 128 = 379
  qkv.softmax  r5, 64           # 379, EW free 507, ready 379 + 160 = 539
  qkv.mov  r5, r5, 64           # 539, d1 0..63 ready 539 + 72 = 611
  qkv.store_rm  r7, r5, 64      # 611, ends 675
  halt  r0                      # 612
