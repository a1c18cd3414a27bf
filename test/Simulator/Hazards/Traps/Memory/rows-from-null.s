# A load of rows from a null pointer.

# REQUIRES: variant-qkv
# RUN: %hazard --status=132 --mcpu=qkv %s %t | FileCheck %s

  .globl  _start
_start:
  qkv.load_rm  r0, r0, 3
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: 3 rows of 128 bytes from 0x0 (a null pointer: DRAM begins at 0x10000)
# CHECK-NEXT: note: {{.*}}instruction 0, pc {{.*}}: `qkv.load_rm r0, r0, 3`
