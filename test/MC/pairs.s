// Two instructions in a word: separators, printing, branches in the second slot.
// RUN: matrix-mc -mcpu=%mcpu %s | FileCheck %s
// RUN: matrix-mc -mcpu=%mcpu %s | matrix-mc -mcpu=%mcpu -filetype=obj -o %t.again.o
// RUN: matrix-mc -mcpu=%mcpu -filetype=obj %s -o %t.o
// RUN: cmp %t.o %t.again.o
// RUN: matrix-objdump -d --mcpu=%mcpu %t.o | FileCheck --check-prefix=WORDS %s

// CHECK:      {	addi	r2, r2, -64
// CHECK-NEXT: sd	r1, 56(r2)	}
// WORDS:      0: {{.*}} {	addi	r2, r2, -64
// WORDS-NEXT: sd	r1, 56(r2)	}
start:
  { addi r2, r2, -64; sd r1, 56(r2) }
// CHECK:      {	mv	r4, r5
// CHECK-NEXT: bne	r4, r0, start	}
// WORDS:      4: {{.*}} {	mv	r4, r5
// WORDS-NEXT: bne	r4, r0, 0x0	} <start>
  { mv r4, r5         // the line ends the first instruction
    bne r4, r0, start
  }
// CHECK-NEXT: {	addi	r9, r9, 1
// CHECK-NEXT: j	end	}
// WORDS:      8: {{.*}} {	addi	r9, r9, 1
// WORDS-NEXT: j	0x14	} <end>
  {
    addi r9, r9, 1 ; j end }
// WORDS:      c: {{.*}} nop
  nop
  nop
// CHECK:      {	ld	r9, 0(r4)
// CHECK-NEXT: ret	}
// WORDS:      14: {{.*}} {	ld	r9, 0(r4)
// WORDS-NEXT: ret	}
end:
  { ld r9, 0(r4); ret }
