# ring32: two lines per row: a pitch of 1024 conflicts neither in loads nor in stores.
# REQUIRES: variant-ring32
# RUN: %cycles %s %t --mcpu=ring32 --cores=1
# CYCLES: 78

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 1024           # 1
  tld  t0, 0(r20), r21          # 2, lines 0 1, 16 17, ...: 32 cycles, ready 2 + 32 + 12 = 46
  tst  t0, 0(r20), r21          # 46, 32 cycles: ends 78
  halt  r0                      # 47
