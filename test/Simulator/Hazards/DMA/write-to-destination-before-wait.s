# A core writes the last byte of the destination of its transfer before it waits for the
# transfer. The byte after it is not part of the destination.

# RUN: %hazard --status=161 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
  sb  r0, 320(r5)
  sb  r0, 319(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes 1 byte at 0x20000000013f while transfer 1 of core 0 writes them: wait for its handle first
# CHECK-NEXT: note: {{.*}}instruction 22, pc {{.*}}: `sb r0, 319(r5)`
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
