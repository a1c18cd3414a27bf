# A store to the last 8 bytes of the address space.

# RUN: %hazard --status=132 %s %t | FileCheck %s

  .globl  _start
_start:
  sd  r5, -8(r0)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: access of 8 bytes at 0xfffffffffffffff8 (scratchpad of core 4294950911, of 1 core with 0x100000 bytes each)
# CHECK-NEXT: note: {{.*}}instruction 0, pc {{.*}}: `sd r5, -8(r0)`
