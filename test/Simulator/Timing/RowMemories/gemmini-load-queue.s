# Queues: 8 loads wait while scalar code continues; the ninth enters when the first has started.
# REQUIRES: variant-gemmini
# RUN: %cycles %s %t --mcpu=gemmini
# CYCLES: 315
# CORE 0: issue=27 queue=26 drain=262
# PIPE 0 LD: occupied=192 other=3 drain=120

_start:
  movz  r5, 8, 1                # 0
  movz  r6, 16, 2               # 1: 16 columns
  movk  r6, 16, 3               # 2: 16 rows
  gemmini.mvin  r5, r6          # 3, starts 3; each occupies LD for 16 cycles
  addi  r6, r6, 16              # 4
  gemmini.mvin  r5, r6          # 5, starts 19
  addi  r6, r6, 16
  gemmini.mvin  r5, r6          # 7, starts 35
  addi  r6, r6, 16
  gemmini.mvin  r5, r6          # 9, starts 51
  addi  r6, r6, 16
  gemmini.mvin  r5, r6          # 11, starts 67
  addi  r6, r6, 16
  gemmini.mvin  r5, r6          # 13, starts 83
  addi  r6, r6, 16
  gemmini.mvin  r5, r6          # 15, starts 99
  addi  r6, r6, 16
  gemmini.mvin  r5, r6          # 17, starts 115
  addi  r6, r6, 16
  gemmini.mvin  r5, r6          # 19 (the first has started at 3), starts 131
  addi  r6, r6, 16              # 20
  gemmini.mvin  r5, r6          # 21 (the second at 19), starts 147
  addi  r6, r6, 16              # 22
  gemmini.mvin  r5, r6          # 35: the third has started; starts 163
  addi  r6, r6, 16              # 36
  gemmini.mvin  r5, r6          # 51: the fourth has; starts 179, ends 179 + 136 = 315
  halt  r0                      # 52
