# The row size of the transfer is given in elements instead of bytes.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 1024
  describe  r5, load, r6, r7, 256
  dma.start  r8, (r5)
  dma.wait  r8
  addi  r9, r0, 64
  tld  t1, 0(r7), r9
  texp.f32  t2, t1
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: uses tile register 1, which depends on memory which was never written
# CHECK-NEXT: note: {{.*}}instruction 24, pc {{.*}}: `texp.f32 t2, t1`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0 reads 1024 bytes at 0x200000000400 to 0x2000000007ff here, part of which was never written: pc {{.*}}: `tld t1, 0(r7), r9`
  halt  r0
