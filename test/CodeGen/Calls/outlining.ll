; At -Oz repeated instructions are outlined: those that end in a return by a jump, others by
; a call that leaves its address in a temporary register. Functions that are not optimized for
; size, or that have a section, are not changed.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s
; RUN: llc -mtriple=matrix -verify-machineinstrs -enable-machine-outliner=never < %s | FileCheck %s --check-prefix=NEVER
; RUN: llc -mtriple=matrix -verify-machineinstrs -filetype=obj < %s -o %t.o
; RUN: matrix-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=OBJECT

; NEVER-NOT: OUTLINED

; CHECK-LABEL: tail1:
; CHECK:       j OUTLINED_FUNCTION_[[$TAIL:[0-9]+]]
; CHECK-LABEL: tail2:
; CHECK:       j OUTLINED_FUNCTION_[[$TAIL]]
define i64 @tail1(ptr %p, i64 %a) minsize optsize {
  %b = add i64 %a, 1
  store volatile i64 %b, ptr %p
  store volatile i64 11, ptr %p
  store volatile i64 22, ptr %p
  store volatile i64 33, ptr %p
  store volatile i64 44, ptr %p
  ret i64 %b
}
define i64 @tail2(ptr %p, i64 %a) minsize optsize {
  %b = add i64 %a, 2
  store volatile i64 %b, ptr %p
  store volatile i64 11, ptr %p
  store volatile i64 22, ptr %p
  store volatile i64 33, ptr %p
  store volatile i64 44, ptr %p
  ret i64 %b
}

; CHECK-LABEL: link1:
; CHECK-NEXT:  jal r18, OUTLINED_FUNCTION_[[$LINK:[0-9]+]]
; CHECK:       ret
; CHECK-LABEL: link2:
; CHECK-NEXT:  jal r18, OUTLINED_FUNCTION_[[$LINK]]
; CHECK:       ret
; OBJECT-LABEL: <link1>:
; OBJECT-NEXT: jal r18, 0x{{.*}} <OUTLINED_FUNCTION_1>
define void @link1(ptr %p, ptr %q) minsize optsize {
  store volatile i64 55, ptr %p
  store volatile i64 66, ptr %p
  store volatile i64 77, ptr %p
  store volatile i64 88, ptr %p
  store volatile i64 99, ptr %p
  store volatile i64 1, ptr %q
  ret void
}
define void @link2(ptr %p, ptr %q) minsize optsize {
  store volatile i64 55, ptr %p
  store volatile i64 66, ptr %p
  store volatile i64 77, ptr %p
  store volatile i64 88, ptr %p
  store volatile i64 99, ptr %p
  store volatile i64 2, ptr %q
  ret void
}

; CHECK-LABEL: fast:
; CHECK-NOT:   OUTLINED
; CHECK:       ret
define void @fast(ptr %p) {
  store volatile i64 55, ptr %p
  store volatile i64 66, ptr %p
  store volatile i64 77, ptr %p
  store volatile i64 88, ptr %p
  store volatile i64 99, ptr %p
  ret void
}

; CHECK-LABEL: placed:
; CHECK-NOT:   OUTLINED
; CHECK:       ret
define void @placed(ptr %p) minsize optsize section ".text.placed" {
  store volatile i64 55, ptr %p
  store volatile i64 66, ptr %p
  store volatile i64 77, ptr %p
  store volatile i64 88, ptr %p
  store volatile i64 99, ptr %p
  ret void
}

; CHECK:      OUTLINED_FUNCTION_[[$TAIL]]:
; CHECK:      ret
; CHECK:      OUTLINED_FUNCTION_[[$LINK]]:
; CHECK:      jr r18
