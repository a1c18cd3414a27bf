# Ring: distance of semaphores: core + 3 is 1 hop backward, core + 2 is 2 hops.
# RUN: %cycles %s %t
# CYCLES: 34

_start:
  csrr  r5, 0                   # 0
  addi  r6, r0, 1               # 1
  addi  r7, r0, 2               # 2
  addi  r8, r0, 3               # 3
  bne  r5, r0, others           # 4
  sem.post  r8, r0              # 5, at core 3 at 5 + 9 + 8 = 22
  sem.post  r7, r0              # 6, at core 2 at 6 + 18 + 8 = 32
  halt  r0                      # 7
others:                         # 7
  beq  r5, r6, end              # 7, core 1 is wrong
  sem.wait  r6, r0              # core 2: 32, core 3: 22
end:
  halt  r0                      # 33, ends 34
