# Semaphores: a post to the core itself takes 8 cycles; a wait for two ends with the second post.
# RUN: %cycles %s %t --cores=1
# CYCLES: 12

_start:
  addi  r6, r0, 2               # 0
  sem.post  r0, r0              # 1, there at 9
  sem.post  r0, r0              # 2, there at 10
  addi  r7, r0, 1               # 3
  sem.wait  r6, r0              # 10
  halt  r0                      # 11, ends 12
