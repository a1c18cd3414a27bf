# Two rows are loaded, three are stored.

# REQUIRES: variant-qkv
# RUN: %hazard --status=160 --mcpu=qkv %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x10, 1
  qkv.load_rm  r0, r5, 2
  qkv.store_rm  r5, r0, 3
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads row 2 of d1, which was never written
# CHECK-NEXT: note: {{.*}}instruction 2, pc {{.*}}: `qkv.store_rm r5, r0, 3`
  halt  r0
