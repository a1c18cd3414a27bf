# unimp traps.

# RUN: %hazard --status=129 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r5, r0, 1
  unimp
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: the program's own trap
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `unimp`
