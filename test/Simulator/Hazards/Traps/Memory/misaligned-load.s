# A load of 4 bytes from an odd multiple of 2.

# RUN: %hazard --status=131 %s %t | FileCheck %s

  .globl  _start
_start:
  lw  r5, 2(r0)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: access of 4 bytes at 0x2, which is not a multiple of that
# CHECK-NEXT: note: {{.*}}instruction 0, pc {{.*}}: `lw r5, 2(r0)`
