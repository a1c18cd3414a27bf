# A wait for a handle before any transfer was started.

# RUN: %hazard --status=137 %s %t | FileCheck %s

  .globl  _start
_start:
  addi  r5, r0, 3
  dma.wait  r5
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: waits for DMA handle 3, which no transfer has: none was started
# CHECK-NEXT: note: {{.*}}instruction 1, pc {{.*}}: `dma.wait r5`
