# Each core accesses every fourth byte: adjacent bytes are not a race.

# RUN: %hazard --status=0 --correct --cores=4 %s %t

  .globl  _start
_start:
  movz  r5, 0x10, 1
  csrr  r4, 0
  add  r5, r5, r4
  addi  r6, r0, 64
loop:
  sb  r6, 0(r5)
  lb  r7, 0(r5)
  addi  r5, r5, 4
  addi  r6, r6, -1
  bne  r6, r0, loop
  halt  r0
