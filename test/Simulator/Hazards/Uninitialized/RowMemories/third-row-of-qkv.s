# Three rows are loaded, and rows 1 to 3 stored.

# REQUIRES: variant-qkv
# RUN: %hazard --status=160 --mcpu=qkv %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x10, 1
  qkv.load_rm  r0, r5, 3
  addi  r6, r0, 1
  qkv.store_rm  r5, r6, 2
  qkv.store_rm  r5, r6, 3
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: reads row 3 of d1, which was never written
# CHECK-NEXT: note: {{.*}}instruction 4, pc {{.*}}: `qkv.store_rm r5, r6, 3`
  halt  r0
