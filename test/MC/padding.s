# Alignment padding in code consists of nop instructions.
#
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: matrix-objdump -d %t.o | FileCheck %s

  ret
.p2align 4
  ret
# CHECK: 0: {{.*}} ret
# CHECK-NEXT: 4: {{.*}} nop
# CHECK-NEXT: 8: {{.*}} nop
# CHECK-NEXT: c: {{.*}} nop
# CHECK-NEXT: 10: {{.*}} ret

# Zeros follow data, up to the alignment of instructions.
  .byte 1
.balign 8
  .hword 2
.p2align 2
  ret
# CHECK-NEXT: 14: 01 00 00 00
# CHECK-NEXT: 18: 02 00 00 00
# CHECK-NEXT: 1c: {{.*}} ret
