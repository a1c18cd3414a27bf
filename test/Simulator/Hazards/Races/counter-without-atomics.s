# All cores increment a counter without atomic instructions.

# RUN: %hazard --status=162 --cores=4 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x10, 1
  ld  r6, 0(r5)
  addi  r6, r6, 1
  sd  r6, 0(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes 8 bytes at 0x100000 to 0x100007 while core 1 may read them: order them by a semaphore, a barrier or atomics
# CHECK-NEXT: note: {{.*}}instruction 3, pc {{.*}}: `sd r6, 0(r5)`
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: note: core 1: read here: pc {{.*}}: `ld r6, 0(r5)`
# CHECK-NEXT: functional run:
# CHECK-NEXT: :[[#@LINE-7]]:{{[0-9]+}}: error: core 1: reads 8 bytes at 0x100000 to 0x100007 while core 0 may write them: order them by a semaphore, a barrier or atomics
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `ld r6, 0(r5)`
# CHECK-NEXT: :[[#@LINE-7]]:{{[0-9]+}}: note: core 0: wrote here: pc {{.*}}: `sd r6, 0(r5)`
  halt  r0
