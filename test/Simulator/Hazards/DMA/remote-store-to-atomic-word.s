# A word of the scratchpad of core 0 that core 1 accesses by atomics: a store of core 1
# while a transfer of core 0 reads the word.

# RUN: %hazard --status=161 --cores=2 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  addi  r9, r0, 1
  csrr  r4, 0
  bne  r4, r0, second
  sd  r0, 0(r7)
  bar
  bar
  describe  r5, store, r7, r6, 8
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE+12]]:{{[0-9]+}}: error: core 1: writes 8 bytes at 0x400000000100 to 0x400000000107 while transfer 1 of core 0 reads them: wait for a semaphore that it posts, or that its core posts after waiting
# CHECK-NEXT: note: {{.*}}`sd r9, 0(r7)`
# CHECK-NEXT: :[[#@LINE-3]]:{{[0-9]+}}: note: transfer 1 of core 0: started here: pc {{.*}}: `dma.start r8, (r5)`
  bar
  halt  r0
second:
  bar
  movz  r7, 0x4000, 2
  addi  r7, r7, 256
  amoadd.d  r9, r9, (r7)
  bar
  bar
  sd  r9, 0(r7)
  halt  r0
