# Rows of 64 bytes, 128 apart: the last one is uninitialized.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  addi  r6, r0, 128
  tzero  t1
  addi  r7, r5, -128
  addi  r8, r5, 128
  tst  t1, 0(r8), r6
  tld  t2, 0(r8), r6
  tst  t1, 0(r5), r6
  addi  r8, r8, 128
  tld  t2, 0(r8), r6
  tmov  t3, t2
  texp.f32  t1, t3
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: uses tile register 3, which depends on memory which was never written
# CHECK-NEXT: note: {{.*}}instruction 11, pc {{.*}}: `texp.f32 t1, t3`
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: note: core 0 reads 64 bytes at 0x200000000880 to 0x2000000008bf here, which were never written: pc {{.*}}: `tld t2, 0(r8), r6`
  halt  r0
