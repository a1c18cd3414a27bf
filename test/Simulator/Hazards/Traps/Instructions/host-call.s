# A host call that does not exist.

# RUN: %hazard --status=139 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r4, r0, 1
  ecall
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: host call 1 is not known; 64 writes, 93 exits
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `ecall`
