# A result overwrites a buffer from which a transfer still reads.

# RUN: %hazard --status=161 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 1024
  addi  r9, r0, 64
  tzero  t1
  tst  t1, 0(r7), r9
  describe  r5, store, r7, r6, 1024
  dma.start  r8, (r5)
  tst  t1, 0(r7), r9
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes 64 bytes at 0x200000000400 to 0x20000000043f while transfer 1 of core 0 reads them: wait for its handle first
# CHECK-NEXT: note: {{.*}}instruction 24, pc {{.*}}: `tst t1, 0(r7), r9`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  dma.wait  r8
  halt  r0
