# DMA: in a chain with posts, each is at no receiver before the one before it is complete.
# RUN: %cycles %s %t
# CYCLES: 153
# CORE 0: issue=131 dma=19 drain=3
# CORE 1: issue=132 bubble=4 sync=12 drain=5
# CORE 2: issue=133 bubble=2 sync=18
# CORE 3: issue=133 bubble=2 sync=13 drain=5

_start:
  movz  r20, 0x2000, 2          # 0
  addi  r6, r0, 1               # 1
  descriptor 0, kind=3, flags=1, semaphore=0, rows=2, cores=0xe, source=0x200000002000  # 2 .. 41
  descriptor 64, kind=3, flags=1, semaphore=1, cores=0x2, source=0x200000002000         # 42 .. 81
  descriptor 128, kind=3, flags=1, semaphore=2, cores=0xc, source=0x200000002000        # 82 .. 121
  addi  r11, r20, 64            # 122
  addi  r12, r20, 128           # 123
  csrr  r5, 0                   # 124
  bne  r5, r0, others           # 125
  dma.start  r9, (r20)          # 126, lines at 127, 128: cores 1, 3 at 137, core 2 at 146
  dma.start  r9, (r11)          # 127, line at 129: core 1 at 138, but not before 146
  dma.start  r9, (r12)          # 128, line at 130: core 3 at 139, but not before 146; core 2 at 148
  dma.wait  r9                  # 148
  halt  r0                      # 149
others:
  sem.wait  r6, r0              # 128: mispredicted; cores 1, 3: 137, core 2: 146
  csrr  r8, 2                   # 138, 147
  addi  r7, r0, 1               # 139, 148
  beq  r5, r7, one              # 140, 149
  addi  r7, r0, 2               # 141, 150
  sem.wait  r6, r7              # core 3: 142, waits until 146; core 2: 151
  halt  r0                      # 147; 152, ends 153
one:
  sem.wait  r6, r7              # core 1: 143, waits until 146
  halt  r0                      # 147
