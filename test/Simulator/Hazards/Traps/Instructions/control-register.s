# A read of a control register that does not exist.

# RUN: %hazard --status=138 %s %t | FileCheck %s

  .globl  _start
_start:
  csrr  r5, 4711
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: control register 4711 does not exist
# CHECK-NEXT: note: {{.*}}instruction 0, pc {{.*}}: `csrr r5, 4711`
