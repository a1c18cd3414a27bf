# A core reads the destination of its transfer before it waits for the transfer.

# RUN: %hazard --status=161 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  addi  r9, r0, 3
  sd  r9, 256(r5)
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
  ld  r9, 256(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads 8 bytes at 0x200000000100 to 0x200000000107 while transfer 1 of core 0 writes them: wait for its handle first
# CHECK-NEXT: note: {{.*}}instruction 23, pc {{.*}}: `ld r9, 256(r5)`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  halt  r9
