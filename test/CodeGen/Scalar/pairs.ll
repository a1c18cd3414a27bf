; Two instructions become one word. Neither at -O0 nor without the feature.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs %s -o - | FileCheck %s
; RUN: llc -mtriple=matrix -mattr=-pairs %s -o - | FileCheck --check-prefix=SINGLE %s
; RUN: llc -mtriple=matrix -O0 %s -o - | FileCheck --check-prefix=SINGLE %s
; RUN: llc -mtriple=matrix -filetype=obj %s -o %t.o
; RUN: llc -mtriple=matrix %s -o %t.s && matrix-mc -filetype=obj %t.s -o %t.text.o
; RUN: llvm-objcopy -O binary --only-section=.text %t.o %t.bin
; RUN: llvm-objcopy -O binary --only-section=.text %t.text.o %t.text.bin
; RUN: cmp %t.bin %t.text.bin
; SINGLE-NOT: {	{{[a-z]}}

declare i64 @g(i64)

; Saved registers; directives of unwinding follow the pair.
; CHECK-LABEL: frame:
; CHECK:      {	addi	r2, r2, -[[SIZE:[0-9]+]]
; CHECK-NEXT: sd	r1, {{[0-9]+}}(r2)	}
; CHECK-NEXT: .cfi_def_cfa_offset [[SIZE]]
; CHECK:      addi	r2, r2, [[SIZE]]	}
; CHECK-NEXT: .cfi_def_cfa_offset 0
define i64 @frame(i64 %a) uwtable {
  %b = call i64 @g(i64 %a)
  %c = call i64 @g(i64 %b)
  %d = add i64 %c, %a
  ret i64 %d
}

; A branch in the second slot, in reach whatever else is paired.
; CHECK-LABEL: loop:
; CHECK: [[LOOP:.LBB[0-9_]+]]:
; CHECK: bne	r{{[0-9]+}}, r0, [[LOOP]]	}
define i64 @loop(i64 %n, ptr %p) {
entry:
  br label %body
body:
  %i = phi i64 [ %n, %entry ], [ %j, %body ]
  %s = phi i64 [ 0, %entry ], [ %t, %body ]
  %v = load volatile i64, ptr %p
  %t = add i64 %s, %v
  %j = add i64 %i, -1
  %c = icmp eq i64 %j, 0
  br i1 %c, label %end, label %body
end:
  ret i64 %t
}

; Inline assembly may be longer than it looks.
; CHECK-LABEL: assembly:
; CHECK-NOT: {{b(eq|ne)}} {{.*}}	}
; CHECK: ret
define i64 @assembly(i64 %a, i64 %b) {
  %c = icmp eq i64 %a, 0
  br i1 %c, label %more, label %end
more:
  call void asm sideeffect ".space 100000", ""()
  br label %end
end:
  %r = add i64 %b, 1
  ret i64 %r
}
