# A scalar access to a word that atomics access counts as atomic among cores, not
# against DMA transfers: a load during the transfer that writes the word.

# RUN: %hazard --status=161 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  addi  r9, r0, 1
  sd  r9, 0(r7)
  amoadd.d  r9, r9, (r6)
  describe  r5, store, r7, r6, 8
  dma.start  r8, (r5)
  ld  r9, 0(r6)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads 8 bytes at 0x100000 to 0x100007 while transfer 1 of core 0 writes them: wait for its handle first
# CHECK-NEXT: note: {{.*}}`ld r9, 0(r6)`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  dma.wait  r8
  halt  r0
