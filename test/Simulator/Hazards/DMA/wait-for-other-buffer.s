# Double buffering: the wait is for one buffer, the use is of the other.

# RUN: %hazard --status=161 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 1024
  addi  r9, r0, 64
  describe  r5, load, r6, r7, 1024
  dma.start  r8, (r5)
  addi  r10, r7, 1024
  describe  r5, load, r6, r10, 1024
  dma.start  r11, (r5)
  dma.wait  r8
  tld  t1, 0(r10), r9
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads 64 bytes at 0x200000000800 to 0x20000000083f while transfer 2 of core 0 writes them: wait for its handle first
# CHECK-NEXT: note: {{.*}}instruction 42, pc {{.*}}: `tld t1, 0(r10), r9`
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: note: transfer 2 of core 0: started here: pc {{.*}}: `dma.start r11, (r5)`
  halt  r0
