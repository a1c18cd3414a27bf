# The accumulator of a contraction is an operand.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  tzero  t0
  tmma.f32.bf16  t1, t0, t0
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: uses tile register 1, which was never written
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `tmma.f32.bf16 t1, t0, t0`
  halt  r0
