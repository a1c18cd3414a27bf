# A transfer of 128 bytes from a tensor of 64 bytes.

# RUN: %hazard --status=164 %s %t | FileCheck %s

  .section  .matrix.kernel,"",@progbits
  .ascii  "{\"mode\":\"single\",\"cores\":0,\"args\":[{\"name\":\"x\",\"type\":\"f32\",\"shape\":[16],\"dir\":\"out\"}]}"
  .include  "transfers.inc"
  .text
  .globl  _start
_start:
  movz  r5, 0x2000, 2
  ld  r6, 0(r4)
  addi  r7, r5, 256
  describe  r5, load, r6, r7, 128
  dma.start  r8, (r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: starts a transfer that reads 128 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}}, which is not part of the program, of its tensors or of its stack
# CHECK-NEXT: note: {{.*}}instruction 20, pc {{.*}}: `dma.start r8, (r5)`
  dma.wait  r8
  halt  r0
