# A pair word with a slot that no short form has is not an instruction; an error in one of a
# pair names that one.

# RUN: split-file %s %t
# RUN: %hazard --status=129 %t/undefined.s %t/undefined | FileCheck %t/undefined.s
# RUN: %hazard --status=132 %t/second.s %t/second | FileCheck %t/second.s

#--- undefined.s
  .globl  _start
_start:
  .word  0xf0000000 + 0x3fff * 0x4000
# CHECK:      error: core 0: illegal instruction
# CHECK-NEXT: note: {{.*}}instruction 0, pc 0x{{[0-9a-f]+}}: 0xffffc000, which is not an instruction

#--- second.s
  .globl  _start
_start:
  { mv r4, r0; lw r5, 0(r4) }
# CHECK:      error: core 0:
# CHECK-NEXT: note: {{.*}}instruction 1, pc 0x10002: `lw r5, 0(r4)`
