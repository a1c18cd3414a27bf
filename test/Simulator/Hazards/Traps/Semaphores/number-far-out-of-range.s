# A wait for semaphore 1000.

# RUN: %hazard --status=142 %s %t | FileCheck %s

  .globl  _start
_start:
  li  r5, 1000
  sem.wait  r0, r5
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: semaphore 1000, but each core has 32
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `sem.wait r0, r5`
