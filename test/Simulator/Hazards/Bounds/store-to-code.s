# A program may read its code, not write it.

# RUN: %hazard --status=165 %s %t | FileCheck %s

  .globl  _start
_start:
  adr  r5, _start
  lw  r6, 4(r5)
  sb  r6, 4(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes into the code, 1 byte at 0x10004: code is read-only
# CHECK-NEXT: note: {{.*}}instruction 2, pc {{.*}}: `sb r6, 4(r5)`
  halt  r0
