# A load of rows of 2-byte elements from an odd address.

# REQUIRES: variant-qkv
# RUN: %hazard --status=131 --mcpu=qkv %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r5, r0, 1
  qkv.load_rm  r0, r5, 4
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: rows at 0x1, 128 bytes apart: elements need multiples of 2
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `qkv.load_rm r0, r5, 4`
