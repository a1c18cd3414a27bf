# 29 rows from row 100 of a memory of 128 rows.

# REQUIRES: variant-qkv
# RUN: %hazard --status=134 --mcpu=qkv %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r5, r0, 100
  qkv.mov  r5, r0, 29
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: 29 rows from row 100 are not in d1, which has 128
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `qkv.mov r5, r0, 29`
