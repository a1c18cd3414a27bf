// Mistakes in pairs.
// RUN: split-file %s %t
// RUN: not matrix-mc -mcpu=%mcpu -filetype=obj %t/text.s -o %t.o 2>&1 | FileCheck %t/text.s --implicit-check-not=error:
// RUN: not matrix-mc -mcpu=%mcpu -filetype=obj %t/lines.s -o %t.o 2>&1 | FileCheck %t/lines.s --implicit-check-not=error:
// RUN: not matrix-mc -mcpu=%mcpu -filetype=obj %t/distance.s -o %t.o 2>&1 | FileCheck %t/distance.s --implicit-check-not=error:
// RUN: not matrix-mc -mcpu=%mcpu -mattr=-pairs %t/feature.s -o %t.o 2>&1 | FileCheck %t/feature.s --implicit-check-not=error:

//--- text.s
// CHECK: text.s:2:5: error: this instruction cannot be the first of a pair
  { addi r2, r2, -63; sd r1, 56(r2) }
// CHECK: text.s:4:5: error: this instruction cannot be the first of a pair
  { ret; sd r1, 56(r2) }
// CHECK: text.s:6:16: error: this instruction cannot be the second of a pair
  { mv r4, r5; sd r1, 57(r2) }
// CHECK: text.s:8:16: error: this instruction cannot be the second of a pair
  { mv r4, r5; movz r4, %abs_g0(x), 0 }
// CHECK: text.s:10:15: error: expected ',', ';' or the end of the line
  { mv r4, r5 }
// CHECK: text.s:12:27: error: expected '}' after two instructions
  { mv r4, r5; mv r4, r5; mv r4, r5 }
// CHECK: text.s:14:5: error: unknown instruction 'fooo'
  { fooo r4; mv r4, r5 }
// CHECK: text.s:16:5: error: expected an instruction of the pair
  { 5; mv r4, r5 }
// CHECK: text.s:18:28: error: expected the end of the line
  { mv r4, r5; mv r4, r5 } nop

//--- lines.s
// CHECK: lines.s:2:5: error: unknown instruction 'fooo'
  { fooo r4
    mv r4, r5 }
// CHECK: lines.s:6:5: error: unknown instruction 'fooo'
  { mv r4, r5
    fooo r4
  }
// CHECK: lines.s:9:5: error: unknown instruction 'fooo'
  { fooo r4; mv r4, r5
  }
// CHECK: lines.s:13:5: error: unknown instruction 'fooo'
// CHECK: lines.s:14:5: error: unknown instruction 'baar'
  { fooo r4
    baar r4 }
// CHECK: lines.s:17:5: error: this instruction cannot be the first of a pair
// CHECK: lines.s:18:1: error: unknown instruction 'after'
  { ret; mv r4, r5 }
after

//--- distance.s
// CHECK: distance.s:2:28: error: the target of a branch in a pair must be a local label of the same section
  { mv r4, r5; bne r4, r0, outside }
// CHECK: distance.s:4:28: error: the distance 404 does not fit in a pair
  { mv r4, r5; beq r4, r0, far }
  .space 400
far:
// The linker resolves symbols that another file may define.
// CHECK: distance.s:11:18: error: the target of a branch in a pair must be a local label of the same section
  .globl global
global:
  { mv r4, r5; j global }
// CHECK: distance.s:15:18: error: the target of a branch in a pair must be a local label of the same section
  .weak weak
weak:
  { mv r4, r5; j weak }

//--- feature.s
// CHECK: feature.s:2:3: error: pairs of instructions need feature 'pairs'
  { mv r4, r5; ret }
