# The wait is for semaphore 1, the post to semaphore 2.

# RUN: %hazard --status=140 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  csrr  r4, 0
  addi  r6, r0, 1
  addi  r7, r0, 2
  bne  r4, r0, second
  sem.wait  r6, r6
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: deadlock: waits for semaphore 1 to reach 1 (it is 0); halted: 1
# CHECK-NEXT: note: {{.*}}instruction 5, pc {{.*}}: `sem.wait r6, r6`
  halt  r0
second:
  sem.post  r0, r7
  halt  r0
