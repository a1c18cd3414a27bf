# No memory is mapped below the first program address: a store at an offset from a null
# pointer.

# RUN: %hazard --status=132 %s %t | FileCheck %s

  .globl  _start
_start:
  sd  r5, 8(r0)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: access of 8 bytes at 0x8 (a null pointer: DRAM begins at 0x10000)
# CHECK-NEXT: note: {{.*}}instruction 0, pc {{.*}}: `sd r5, 8(r0)`
