# Accesses of one queue are ordered, an operand and the result computed from it, and
# accesses separated by a fence.

# REQUIRES: variant-gemmini
# RUN: %hazard --status=77 --correct --mcpu=gemmini %s %t

  .include  "gemmini-rows.inc"
  .globl  _start
_start:
  prepare
  movz  r5, 0x10, 1
  addi  r9, r0, 7
  sb  r9, 0(r5)                 # issues before the load enters its queue
  local  r8, 0
  gemmini.mvin  r5, r8
  gemmini.mvout  r5, r8         # in place, from the same row
  gemmini.mvout  r5, r8
  local  r10, 16
  fence
  lb  r11, 0(r5)
  addi  r9, r0, 70
  sb  r9, 0(r5)
  gemmini.mvin  r5, r10
  fence
  gemmini.mvout  r5, r10
  fence
  lb  r4, 0(r5)
  add  r4, r4, r11
  halt  r4
