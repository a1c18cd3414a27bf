# A descriptor of a kind that does not exist.

# RUN: %hazard --status=136 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r5, r2, -128
  addi  r6, r0, 77
  sb  r6, 0(r5)
  dma.start  r7, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: descriptor at 0x2000000fff80 (the core's own scratchpad ends at 0x200000100000): kind 77 is not known
# CHECK-NEXT: note: {{.*}}instruction 3, pc {{.*}}: `dma.start r7, (r5)`
