# A descriptor of which 8 bytes were written.

# RUN: %hazard --status=160 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  sd  r0, 0(r5)
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: takes a descriptor and reads 2 bytes at 0x200000000008 to 0x200000000009, which were never written
# CHECK-NEXT: note: {{.*}}instruction 2, pc {{.*}}: `dma.start r8, (r5)`
  halt  r0
