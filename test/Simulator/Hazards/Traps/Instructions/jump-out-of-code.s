# A jump to an address without code.

# RUN: %hazard --status=130 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r5, r0, 12
  jalr  r0, 0(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: jump to 0xc, where there is no code
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `jalr r0, 0(r5)`
