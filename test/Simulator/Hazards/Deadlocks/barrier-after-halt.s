# A core waits at a barrier that a halted core does not reach.

# RUN: %hazard --status=140 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  csrr  r5, 0
  bne  r5, r0, other
  bar
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: deadlock: waits at a barrier; halted: 1
# CHECK-NEXT: note: {{.*}}instruction 3, pc {{.*}}: `bar`
  halt  r0
other:
  halt  r0
