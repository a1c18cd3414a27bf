# Atomic instructions do not order DMA transfers.

# RUN: %hazard --status=161 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 64
  addi  r9, r0, 1
  dma.start  r8, (r5)
  amoadd.d  r9, r9, (r6)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes 8 bytes at 0x100000 to 0x100007 while transfer 1 of core 0 reads them: wait for its handle first
# CHECK-NEXT: note: {{.*}}instruction 22, pc {{.*}}: `amoadd.d r9, r9, (r6)`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  dma.wait  r8
  halt  r0
