# An elementwise operation on a tile register that was never written.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  tzero  t0
  tadd.f32  t1, t0, t5
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: uses tile register 5, which was never written
# The cycle of issue: t0 is ready 4 cycles after cycle 0.
# CHECK-NEXT: note: cycle 4, instruction 1, pc {{.*}}: `tadd.f32 t1, t0, t5`
  halt  r0
