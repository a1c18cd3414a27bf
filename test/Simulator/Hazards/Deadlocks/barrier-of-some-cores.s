# Two of three cores wait at a barrier; the third one has halted.

# RUN: %hazard --status=140 --cores=3 %s %t | FileCheck %s

  .globl  _start
_start:
  csrr  r5, 0
  addi  r6, r0, 2
  beq  r5, r6, leave
  bne  r5, r0, second
  bar
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: deadlock: waits at a barrier; core 1 waits at a barrier; halted: 2
# CHECK-NEXT: note: {{.*}}instruction 5, pc {{.*}}: `bar`
# CHECK-NEXT: :[[#@LINE+4]]:{{[0-9]+}}: note: core 1 waits at a barrier: pc {{.*}}: `bar`
leave:
  halt  r0
second:
  bar
  halt  r0
