# A spill of a tile register, its reload and a use.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r2, r2, -1024
  tstc  t1, 0(r2)
  tldc  t2, 0(r2)
  tmov  t3, t2
  tstc  t3, 0(r2)
  tzero  t1
  texp.f32  t4, t3
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: uses tile register 3, which depends on memory which was never written
# CHECK-NEXT: note: {{.*}}instruction 6, pc {{.*}}: `texp.f32 t4, t3`
# CHECK-NEXT: :[[#@LINE-8]]:{{[0-9]+}}: note: core 0 reads tile register 1 here, which was never written: pc {{.*}}: `tstc t1, 0(r2)`
  halt  r0
