# A transfer from a null pointer.

# RUN: %hazard --status=136 %s %t | FileCheck %s

  .include  "transfers.inc"
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  addi  r7, r5, 1024
  describe  r5, load, r0, r7, 16
  dma.start  r7, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: descriptor at 0x200000000000 (the core's own scratchpad ends at 0x200000100000): source of 16 bytes from 0x0 (a null pointer: DRAM begins at 0x10000) is not in one memory
# CHECK-NEXT: note: {{.*}}instruction 19, pc {{.*}}: `dma.start r7, (r5)`
