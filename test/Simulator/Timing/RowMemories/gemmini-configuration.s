# Queues: configuration waits until instructions that read it have started; later ones wait for it.
# REQUIRES: variant-gemmini
# RUN: %cycles %s %t --mcpu=gemmini
# CYCLES: 176
# CORE 0: issue=16 drain=160
# PIPE 0 LD: occupied=48 other=7 drain=121
# PIPE 0 MM: occupied=1 operand=27 other=12 drain=136
# PIPE 0 ST: occupied=16 operand=26 other=14 drain=120

_start:
  movz  r5, 8, 1                # 0
  movz  r6, 16, 2               # 1
  movk  r6, 16, 3               # 2
  movz  r10, 1, 0               # 3: of loads
  movk  r10, 16, 1              # 4: stride of blocks
  movk  r10, 0x3f80, 3          # 5: scale 1.0
  addi  r11, r0, 16             # 6
  gemmini.mvin  r5, r6          # 7, starts 7
  addi  r6, r6, 16              # 8
  gemmini.mvin  r5, r6          # 9, starts 23
  addi  r6, r6, 16              # 10
  gemmini.mvin  r5, r6          # 11, starts 39, ends 175
  gemmini.config  r10, r11      # 12, starts 39, states ready 40
  addi  r6, r6, 16              # 13
  gemmini.mvout  r5, r6         # 14, starts 40, ends 40 + 136 = 176
  halt  r0                      # 15
