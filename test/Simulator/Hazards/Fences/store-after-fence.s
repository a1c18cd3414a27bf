# A store after the fence: the fence covers only the store before it.

# RUN: %hazard --status=166 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  sd  r5, 0(r6)
  fence
  sd  r5, 8(r6)
  sd  r5, 64(r6)
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 1, which reads 8 bytes at 0x100008 to 0x10000f that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}instruction 24, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-6]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sd r5, 8(r6)`
  dma.wait  r8
  halt  r0
