# qkv.gemm r1, r2, r3: this variant has no such instruction.

# RUN: %hazard --status=129 %s %t | FileCheck %s

  .globl  _start
_start:
  .word  0xe2000886
# CHECK:      .elf: error: core 0: illegal instruction
# CHECK-NEXT: note: {{.*}}instruction 0, pc {{.*}}: `qkv.gemm r1, r2, r3`, which needs feature 'qkv'
