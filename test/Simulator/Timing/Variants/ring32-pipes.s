# ring32: tiles of 32 x 128 bytes, 2 lines per store cycle, contraction 64 and 100.
# REQUIRES: variant-ring32
# RUN: %cycles %s %t --mcpu=ring32 --cores=1
# CYCLES: 167
# CORE 0: issue=9 pipe=60 drain=98
# PIPE 0 EW: occupied=80 other=4 drain=83
# PIPE 0 MM: occupied=128 other=3 drain=36
# PIPE 0 LD: occupied=32 other=4 pipe=33 drain=98

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r21, r0, 128            # 1
  tld  t0, 0(r20), r21          # 2, 64 lines, 32 cycles, LD free 34
  tmma.f32.bf16  t1, t2, t3     # 3, MM free 67
  tadd.f32  t4, t5, t6          # 4, 16 cycles, EW free 20
  texp.f32  t7, t8              # 20, 64 cycles, ready 100
  tst  t9, 0(r20), r21          # 21, 64 lines, 32 cycles
  tmma.f32.bf16  t10, t2, t3    # 67, ready 167
  halt  r0                      # 68
