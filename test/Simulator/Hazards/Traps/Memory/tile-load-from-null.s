# A tile load from an address close to a null pointer.

# RUN: %hazard --status=133 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r5, r0, 64
  tld  t1, 0(r5), r5
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: tile row of 64 bytes at 0x40 (a null pointer: DRAM begins at 0x10000): tiles reach the core's own scratchpad only
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `tld t1, 0(r5), r5`
