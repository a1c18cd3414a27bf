# A wait for a semaphore that does not exist.

# RUN: %hazard --status=142 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r6, r0, 99
  sem.wait  r0, r6
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: semaphore 99, but each core has 32
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `sem.wait r0, r6`
  halt  r0
