# No memory is mapped below the first program address: a load of the last byte before it.

# RUN: %hazard --status=132 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0xffff, 0
  lb  r5, 0(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: access of 1 byte at 0xffff (a null pointer: DRAM begins at 0x10000)
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `lb r5, 0(r5)`
