# A column block that the types of the conversion do not have.

# RUN: %hazard --status=129 %s %t | FileCheck %s

  .globl  _start
_start:
  tcvtw.f32.bf16  t1, t2, 3
# CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: illegal instruction
# CHECK-NEXT: note: {{.*}}instruction 0, pc {{.*}}: `tcvtw.f32.bf16 t1, t2, 3`
