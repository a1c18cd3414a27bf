# More is popped than was pushed.

# RUN: %hazard --status=163 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r2, r2, -16
  addi  r2, r2, 16
  addi  r2, r2, 16
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: stack pointer 0x200000100010, above the stack, which has the 65536 bytes from 0x2000000f0000
# CHECK-NEXT: note: {{.*}}instruction 2, pc {{.*}}: `addi r2, r2, 16`
  halt  r0
