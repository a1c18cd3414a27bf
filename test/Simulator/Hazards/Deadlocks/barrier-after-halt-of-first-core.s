# Core 1 waits at a barrier that core 0, which has halted, does not reach.

# RUN: %hazard --status=140 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  csrr  r5, 0
  bne  r5, r0, others
  halt  r0
others:
  bar
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: deadlock: waits at a barrier; halted: 0
# CHECK-NEXT: note: {{.*}}instruction 3, pc {{.*}}: `bar`
