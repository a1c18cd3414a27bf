# A transfer of 16 bytes of which 8 were written.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  sd  r0, 256(r5)
  describe  r5, store, r7, r6, 16
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts a transfer that reads 16 bytes at 0x200000000100 to 0x20000000010f, of which 8 bytes at 0x200000000108 to 0x20000000010f were never written
# CHECK-NEXT: note: {{.*}}instruction 21, pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
