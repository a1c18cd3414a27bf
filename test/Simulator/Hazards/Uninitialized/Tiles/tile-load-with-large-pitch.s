# 1024 bytes are loaded; the row pitch of the tile load is 128 bytes.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 1024
  describe  r5, load, r6, r7, 1024
  dma.start  r8, (r5)
  dma.wait  r8
  addi  r9, r0, 128
  tld  t1, 0(r7), r9
  texp.f32  t2, t1
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: uses tile register 1, which depends on memory which was never written
# CHECK-NEXT: note: {{.*}}instruction 24, pc {{.*}}: `texp.f32 t2, t1`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0 reads 64 bytes at 0x200000000800 to 0x20000000083f here, which were never written: pc {{.*}}: `tld t1, 0(r7), r9`
  halt  r0
