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
