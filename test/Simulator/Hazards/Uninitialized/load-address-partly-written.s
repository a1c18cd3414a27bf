# The initialized byte of a word may decide a branch; the word may not be an address.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  sh  r0, 0(r5)
  sb  r0, 3(r5)
  lw  r6, 0(r5)
  andi  r7, r6, 0xff
  bne  r7, r0, _start
  ld  r8, 0(r6)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: loads from an address that depends on memory which was never written
# CHECK-NEXT: note: {{.*}}instruction 6, pc {{.*}}: `ld r8, 0(r6)`
# CHECK-NEXT: :[[#@LINE-6]]:{{[0-9]+}}: note: core 0 reads 4 bytes at 0x200000000000 to 0x200000000003 here, part of which was never written: pc {{.*}}: `lw r6, 0(r5)`
  halt  r0
