# An overflow of the stack of a variant with its stack in DRAM.

# REQUIRES: variant-qkv
# RUN: %hazard --status=163 --mcpu=qkv %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 1, 1
  sub  r2, r2, r5
  addi  r2, r2, -16
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: stack pointer 0x3fffefff0, 16 bytes below the stack, which has the 65536 bytes from 0x3ffff0000; matrix-ld -z stack-size=<bytes> gives it more
# CHECK-NEXT: note: {{.*}}instruction 2, pc {{.*}}: `addi r2, r2, -16`
  halt  r0
