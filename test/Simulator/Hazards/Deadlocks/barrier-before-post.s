# Only core 0 reaches the barrier that precedes its post.

# RUN: %hazard --status=140 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  csrr  r4, 0
  addi  r6, r0, 1
  bne  r4, r0, second
  bar
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: deadlock: waits at a barrier; core 1 waits for semaphore 0 to reach 1 (it is 0)
# CHECK-NEXT: note: {{.*}}instruction 4, pc {{.*}}: `bar`
# CHECK-NEXT: :[[#@LINE+4]]:{{[0-9]+}}: note: core 1 waits for semaphore 0 to reach 1 (it is 0): pc {{.*}}: `sem.wait r6, r0`
  sem.post  r6, r0
  halt  r0
second:
  sem.wait  r6, r0
  bar
  halt  r0
