# A delay loop in place of a wait for the transfer.

# RUN: %hazard --status=161 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 1024
  describe  r5, load, r6, r7, 1024
  dma.start  r8, (r5)
  addi  r9, r0, 2000
spin:
  addi  r9, r9, -1
  bne  r9, r0, spin
  addi  r9, r0, 64
  tld  t1, 0(r7), r9
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads 64 bytes at 0x200000000400 to 0x20000000043f while transfer 1 of core 0 writes them: wait for its handle first
# CHECK-NEXT: note: {{.*}}instruction 4023, pc {{.*}}: `tld t1, 0(r7), r9`
# CHECK-NEXT: :[[#@LINE-9]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
