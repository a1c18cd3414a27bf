# A loop, without calls, lowers the stack pointer below the stack.

# RUN: %hazard --status=163 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r5, r0, 4097
recursion:
  addi  r2, r2, -16
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: stack pointer 0x2000000efff0, 16 bytes below the stack, which has the 65536 bytes from 0x2000000f0000; matrix-ld -z stack-size=<bytes> gives it more
# CHECK-NEXT: note: {{.*}}instruction 12289, pc {{.*}}: `addi r2, r2, -16`
  addi  r5, r5, -1
  bne  r5, r0, recursion
  halt  r0
