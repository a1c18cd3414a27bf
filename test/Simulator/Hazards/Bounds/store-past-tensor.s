# The result has 16 elements; the loop has 17 iterations.

# RUN: %hazard --status=164 %s %t | FileCheck %s

  .section  .matrix.kernel,"",@progbits
  .ascii  "{\"mode\":\"single\",\"cores\":0,\"args\":[{\"name\":\"y\",\"type\":\"f32\",\"shape\":[16],\"dir\":\"out\"}]}"
  .text
  .globl  _start
_start:
  csrr  r5, 0
  bne  r5, r0, done
  ld  r5, 0(r4)
  addi  r6, r0, 17
element:
  sw  r0, 0(r5)
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: writes 4 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}}, which is not part of the program, of its tensors or of its stack
# CHECK-NEXT: note: {{.*}}instruction 68, pc {{.*}}: `sw r0, 0(r5)`
  addi  r5, r5, 4
  addi  r6, r6, -1
  bne  r6, r0, element
done:
  halt  r0
