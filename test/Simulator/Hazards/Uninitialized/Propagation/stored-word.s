# A word with uninitialized bytes may be loaded and stored.

# RUN: %hazard --status=0 --correct %s %t

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  sb  r0, 0(r5)
  ld  r6, 0(r5)
after:
  sd  r6, 64(r5)
  addi  r6, r0, 0
  halt  r0
