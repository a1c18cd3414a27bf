# The storing core executes the fence before the synchronization.

# RUN: %hazard --status=21 --correct --cores=2 %s %t

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  csrr  r4, 0
  bne  r4, r0, second
  addi  r9, r0, 21
  sd  r9, 0(r6)
  fence
  sd  r9, 64(r6)
  bar
  bar
  ld  r4, 128(r6)
  halt  r4
second:
  bar
  describe  r5, load, r6, r7, 8
  dma.start  r8, (r5)
  dma.wait  r8
  addi  r9, r6, 128
  describe  r5, store, r7, r9, 8
  dma.start  r8, (r5)
  dma.wait  r8
  bar
  halt  r0
