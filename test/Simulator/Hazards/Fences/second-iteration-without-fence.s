# The same instruction stores to the same bytes again, without a fence in the second
# iteration.

# RUN: %hazard --status=166 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  addi  r13, r0, 2
round:
  addi  r9, r0, 8
  addi  r10, r6, 0
word:
  sd  r9, 0(r10)
  addi  r10, r10, 8
  addi  r9, r9, -1
  bne  r9, r0, word
  beq  r13, r11, start
  fence
start:
  addi  r11, r0, 1
  describe  r5, load, r6, r7, 64
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts transfer 2, which reads 64 bytes at 0x100000 to 0x10003f that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}instruction 115, pc {{.*}}: `dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-12]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sd r9, 0(r10)`
  dma.wait  r8
  addi  r13, r13, -1
  bne  r13, r0, round
  halt  r0
