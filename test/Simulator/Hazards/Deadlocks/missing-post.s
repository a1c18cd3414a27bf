# Core 0 waits for two posts and gets one; core 1 arrives at a barrier; core 2 waits.

# RUN: %hazard --status=140 --cores=3 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r6, r0, 1
  addi  r7, r0, 2
  csrr  r5, 0
  beq  r5, r6, post
  sem.wait  r7, r5
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: deadlock: waits for semaphore 0 to reach 2 (it is 1); core 1 waits at a barrier; core 2 waits for semaphore 2 to reach 2 (it is 0)
# CHECK-NEXT: note: {{.*}}instruction 5, pc {{.*}}: `sem.wait r7, r5`
# CHECK-NEXT: :[[#@LINE+5]]:{{[0-9]+}}: note: core 1 waits at a barrier: pc {{.*}}: `bar`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 2 waits for semaphore 2 to reach 2 (it is 0): pc {{.*}}: `sem.wait r7, r5`
  halt  r0
post:
  sem.post  r0, r0
  bar
