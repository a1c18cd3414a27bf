# Bytes written by core 0 are initialized for core 1 as well, others are not.

# RUN: %hazard --status=160 --cores=2 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  csrr  r6, 0
  bne  r6, r0, other
  sd  r0, 0(r5)
  bar
  halt  r0
other:
  bar
  movz  r5, 0x4000, 2
  ld  r6, 0(r5)
  ld  r6, 8(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 1: reads 8 bytes at 0x400000000008 to 0x40000000000f, which were never written
# CHECK-NEXT: note: {{.*}}instruction 6, pc {{.*}}: `ld r6, 8(r5)`
  halt  r0
