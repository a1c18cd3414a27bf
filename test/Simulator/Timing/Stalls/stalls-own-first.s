# Stalls: causes outside the core are charged only after the core's own causes have ended.
# RUN: %cycles %s %t --cores=1
# CYCLES: 165
# CORE 0: issue=46 operand=33 dma=86
# PIPE 0 SYS: occupied=2 operand=33 dma=86 other=44
# PIPE 0 S: occupied=77 dma=86 other=2

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r7, r0, 1               # 1
  descriptor 0                  # 2 .. 41
  dma.start  r9, (r20)          # 42, line at 43, complete 163
  div  r6, r9, r7               # 43, ready 77
  dma.wait  r6                  # operand 44 .. 76, dma 77 .. 162; 163
  halt  r0                      # 164, ends 165
