# A branch on a value computed from uninitialized bytes of the scratchpad.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  ld  r6, 64(r5)
  addi  r7, r6, 1
  blt  r7, r0, _start
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: branches on a value that depends on memory which was never written
# CHECK-NEXT: note: {{.*}}instruction 3, pc {{.*}}: `blt r7, r0, 0x10000`
# CHECK-NEXT: :[[#@LINE-5]]:{{[0-9]+}}: note: core 0 reads 8 bytes at 0x200000000040 to 0x200000000047 here, which were never written: pc {{.*}}: `ld r6, 64(r5)`
  halt  r0
