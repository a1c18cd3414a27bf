# A jump to an address from uninitialized bytes of the scratchpad.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  ld  r6, 64(r5)
  jalr  r0, 0(r6)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: jumps to an address that depends on memory which was never written
# CHECK-NEXT: note: {{.*}}instruction 2, pc {{.*}}: `jalr r0, 0(r6)`
# CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0 reads 8 bytes at 0x200000000040 to 0x200000000047 here, which were never written: pc {{.*}}: `ld r6, 64(r5)`
