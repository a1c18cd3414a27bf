# A post to core 2 of two cores.

# RUN: %hazard --status=142 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  li  r5, 2
  sem.post  r5, r0
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: semaphore of core 2, but 2 run
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `sem.post r5, r0`
