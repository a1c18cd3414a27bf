# A jump to an address from the bytes of a spilled tile register.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r2, r2, -1024
  tstc  t1, 0(r2)
  sd  r0, 0(r2)
  ld  r5, 0(r2)
  lw  r5, 8(r2)
  jalr  r1, 0(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: jumps to an address that depends on memory which was never written
# CHECK-NEXT: note: {{.*}}instruction 5, pc {{.*}}: `jalr r1, 0(r5)`
# CHECK-NEXT: :[[#@LINE-7]]:{{[0-9]+}}: note: core 0 reads tile register 1 here, which was never written: pc {{.*}}: `tstc t1, 0(r2)`
  halt  r0
