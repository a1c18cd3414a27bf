# Core 1 polls a word of DRAM that atomics access, and starts a transfer that reads it.
# The fence of core 0 follows its store, so that core 1 is not ordered after the fence.

# RUN: %hazard --status=166 --cores=2 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  addi  r9, r0, 1
  csrr  r4, 0
  bne  r4, r0, second
  amoadd.d  r10, r0, (r6)
  bar
  sd  r9, 0(r6)
  fence
  halt  r0
second:
  bar
poll:
  ld  r9, 0(r6)
  beq  r9, r0, poll
  movz  r10, 30000, 0
wait:
  addi  r10, r10, -1
  bne  r10, r0, wait
  describe  r5, load, r6, r7, 8
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: starts transfer 1, which reads 8 bytes at 0x100000 to 0x100007 that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}`dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-16]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sd r9, 0(r6)`
# CHECK-NEXT: functional run:
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: error: core 1: starts transfer 1, which reads 8 bytes at 0x100000 to 0x100007 that core 0 has stored: no fence of core 0 lies between, and stores reach DRAM only after one
# CHECK-NEXT: note: {{.*}}`dma.start r8, (r5)`
# CHECK-NEXT: :[[#@LINE-20]]:{{[0-9]+}}: note: core 0: stored here: pc {{.*}}: `sd r9, 0(r6)`
  dma.wait  r8
  halt  r0
