# Core 1 writes the cycle into the scratchpad of core 0, which polls it by an atomic
# addition of 0. The loop observes the write at most 9 cycles later, plus 2 for a branch
# misprediction.

# RUN: %hazard --status=0 --correct --cores=2 --timed %s %t

  .globl  _start
_start:
  csrr  r4, 0
  bne  r4, r0, second
  movz  r5, 0x2000, 2
  sd  r0, 0(r5)
  bar
poll:
  amoadd.d  r6, r0, (r5)
  beq  r6, r0, poll
  csrr  r7, 2
  sub  r7, r7, r6
  addi  r8, r0, 20
  bltu  r7, r8, soon
  addi  r4, r0, 1
  halt  r4
soon:
  halt  r0
second:
  bar
  movz  r5, 0x4000, 2
  addi  r6, r0, 1000
spin:
  addi  r6, r6, -1
  bne  r6, r0, spin
  csrr  r6, 2
  amoswap.d  r6, r6, (r5)
  halt  r0
