# The exit status is a word of a spilled tile register that was never written.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r2, r2, -1024
  tstc  t1, 0(r2)
  lw  r5, 8(r2)
  halt  r5
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: ends with an exit status that depends on memory which was never written
# CHECK-NEXT: note: {{.*}}instruction 3, pc {{.*}}: `halt r5`
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: note: core 0 reads tile register 1 here, which was never written: pc {{.*}}: `tstc t1, 0(r2)`
