# Repeated stores before a fence; stores to adjacent bytes, atomic instructions and
# scratchpad stores need none.

# RUN: %hazard --status=45 --correct %s %t

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r7, r5, 256
  addi  r9, r0, 9
  addi  r4, r0, 0
round:
  sd  r9, 0(r6)
  sd  r9, 0(r6)
  fence
  sd  r9, -8(r6)                # adjacent bytes
  sd  r9, 8(r6)
  describe  r5, load, r6, r7, 8
  dma.start  r8, (r5)
  dma.wait  r8
  ld  r10, 0(r7)
  add  r4, r4, r10
  addi  r9, r9, -1
  bne  r9, r0, round
  addi  r11, r6, 128
  amoadd.d  r10, r4, (r11)
  sd  r4, 0(r7)
  describe  r5, load, r11, r7, 8
  dma.start  r8, (r5)
  dma.wait  r8
  ld  r4, 0(r7)
  halt  r4
