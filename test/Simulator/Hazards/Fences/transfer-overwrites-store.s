# The store may reach memory after the later write of the transfer.

# RUN: %hazard --status=166 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  sd  r5, 0(r7)
  sd  r5, 8(r7)
  sw  r0, 4(r6)
  sw  r0, 16(r6)
  describe  r5, store, r7, r6, 16
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 1, which writes 4 bytes at 0x100004 to 0x100007 that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}instruction 24, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-6]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sw r0, 4(r6)`
  dma.wait  r8
  halt  r0
