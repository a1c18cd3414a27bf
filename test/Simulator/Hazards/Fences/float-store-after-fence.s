# A fence precedes the floating-point store instead of following it.

# RUN: %hazard --status=166 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  fmv.d.x  f1, r5
  describe  r5, load, r6, r7, 64
  fence
  fsd  f1, 0(r6)
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 1, which reads 8 bytes at 0x100000 to 0x100007 that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}instruction 23, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `fsd f1, 0(r6)`
  dma.wait  r8
  halt  r0
