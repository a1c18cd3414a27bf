# A core writes the source of its transfer before it waits for the transfer. It may read
# the source, and write the descriptor.

# RUN: %hazard --status=161 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  sd  r0, 256(r5)
  describe  r5, store, r7, r6, 8
  dma.start  r8, (r5)
  ld  r9, 256(r5)
  sd  r0, 0(r5)
  sb  r0, 259(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes 1 byte at 0x200000000103 while transfer 1 of core 0 reads them: wait for its handle first
# CHECK-NEXT: note: {{.*}}instruction 24, pc {{.*}}: `sb r0, 259(r5)`
# CHECK-NEXT: :[[#@LINE-6]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
