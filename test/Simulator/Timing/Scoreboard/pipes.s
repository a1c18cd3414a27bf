# Pipes operate in parallel: one instruction issues per cycle, each to its own pipe.
# RUN: %cycles %s %t --cores=1
# CYCLES: 55
# CORE 0: issue=8 drain=47
# PIPE 0 S: occupied=4 other=4 drain=47
# PIPE 0 LD: occupied=8 other=2 drain=45
# PIPE 0 MM: occupied=16 other=3 drain=36
# PIPE 0 EW: occupied=8 other=4 drain=43
# PIPE 0 ST: occupied=16 other=5 drain=34

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 64             # 1
  tld  t0, 0(r20), r21          # 2, ready 22
  tmma.f32.bf16  t1, t2, t3     # 3, ready 55
  tadd.f32  t4, t5, t6          # 4, ready 20
  tst  t7, 0(r20), r21          # 5, ends 21
  addi  r5, r0, 1               # 6
  halt  r0                      # 7
