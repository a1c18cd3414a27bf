# The stack starts at the end of the core's own scratchpad: a load from there.

# RUN: %hazard --status=132 %s %t | FileCheck %s

  .globl  _start
_start:
  ld  r5, 0(r2)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: access of 8 bytes at 0x200000100000 (the core's own scratchpad ends at 0x200000100000)
# CHECK-NEXT: note: {{.*}}instruction 0, pc {{.*}}: `ld r5, 0(r2)`
