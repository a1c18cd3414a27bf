# A transfer of a tile register that was moved and stored, but never written.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 1024
  addi  r8, r0, 64
  tmov  t1, t0
  tst  t1, 0(r7), r8
  describe  r5, store, r7, r6, 16
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts a transfer that reads 16 bytes at 0x200000000400 to 0x20000000040f, which depend on memory which was never written
# CHECK-NEXT: note: {{.*}}instruction 23, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: note: core 0 reads tile register 1 here, which was never written: pc {{.*}}: `tst t1, 0(r7), r8`
  halt  r0
