# Core 1 waits for core 0, and core 0 for core 1; core 2 waits at a barrier.

# RUN: %hazard --status=140 --cores=3 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r6, r0, 1
  addi  r7, r0, 2
  csrr  r5, 0
  beq  r5, r6, one
  beq  r5, r7, two
  sem.wait  r6, r0
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: deadlock: waits for semaphore 0 to reach 1 (it is 0); core 1 waits for semaphore 3 to reach 2 (it is 1); core 2 waits at a barrier
# CHECK-NEXT: note: {{.*}}instruction 6, pc {{.*}}: `sem.wait r6, r0`
# CHECK-NEXT: :[[#@LINE+7]]:{{[0-9]+}}: note: core 1 waits for semaphore 3 to reach 2 (it is 1): pc {{.*}}: `sem.wait r7, r8`
# CHECK-NEXT: :[[#@LINE+10]]:{{[0-9]+}}: note: core 2 waits at a barrier: pc {{.*}}: `bar`
  sem.post  r6, r0
  halt  r0
one:
  addi  r8, r0, 3
  sem.post  r6, r8
  sem.wait  r7, r8
  sem.post  r0, r0
  halt  r0
two:
  bar
  halt  r0
