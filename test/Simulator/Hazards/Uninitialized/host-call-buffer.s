# The buffer of a host call, of which half was written.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r6, 0x2000, 2
  sw  r0, 0(r6)
  addi  r4, r0, 64
  addi  r5, r0, 1
  addi  r7, r0, 8
  ecall
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads 8 bytes at 0x200000000000 to 0x200000000007, of which 4 bytes at 0x200000000004 to 0x200000000007 were never written
# CHECK-NEXT: note: {{.*}}instruction 5, pc {{.*}}: `ecall`
  halt  r0
