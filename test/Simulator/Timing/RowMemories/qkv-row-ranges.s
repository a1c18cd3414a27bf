# qkv: an instruction waits only for overlapping rows.
# REQUIRES: variant-qkv
# RUN: %cycles %s %t --mcpu=qkv
# CYCLES: 260
# CORE 0: issue=9 operand=189 drain=62
# PIPE 0 EW: occupied=128 other=7 operand=63 drain=62

_start:
  addi  r5, r0, 0               # 0
  addi  r6, r0, 16              # 1
  addi  r8, r0, 8               # 2
  movz  r7, 8, 1                # 3
  qkv.load_rm  r5, r7, 16       # 4, d1 0..15 ready 124
  qkv.mov  r6, r5, 16           # 5, d1 16..31 ready 77, EW free 69
  qkv.mov  r8, r5, 8            # d1 8..15: 124, ready 196
  qkv.store_rm  r7, r8, 16      # d1 8..23: 196, ends 260
  halt  r0                      # 197
