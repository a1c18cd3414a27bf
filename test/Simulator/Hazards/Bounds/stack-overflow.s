# A recursion with 16 bytes per call overflows the stack of 64 KiB.

# RUN: %hazard --status=163 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r2, r2, -16
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: stack pointer 0x2000000efff0, 16 bytes below the stack, which has the 65536 bytes from 0x2000000f0000; matrix-ld -z stack-size=<bytes> gives it more
# CHECK-NEXT: note: {{.*}}instruction 8192, pc {{.*}}: `addi r2, r2, -16`
  jal  r1, _start
