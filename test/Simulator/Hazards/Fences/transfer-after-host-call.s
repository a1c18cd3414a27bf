# What a host call writes needs no fence.

# RUN: %hazard --status=0 --correct %s %t

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r20, 0x2000, 2
  movz  r21, 0x10, 1
  addi  r22, r20, 256
  addi  r4, r0, 113            # the cycle, in 16 bytes at r6
  addi  r5, r0, 1
  addi  r6, r21, 0
  ecall
  describe  r20, load, r21, r22, 64
  dma.start  r8, (r20)
  dma.wait  r8
  halt  r0
