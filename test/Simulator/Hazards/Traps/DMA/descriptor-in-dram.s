# A descriptor outside of the scratchpad.

# RUN: %hazard --status=136 %s %t | FileCheck %s

  .globl  _start
_start:
  movz  r6, 0x10, 1
  dma.start  r8, (r6)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: descriptor at 0x100000 (DRAM ends at 0x400000000): must be in the core's own scratchpad
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `dma.start r8, (r6)`
  halt  r0
