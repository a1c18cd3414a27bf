; A function that neither calls others nor reads the thread pointer may use its register,
; and restores it. Each function here has 31 live values and a pointer.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs %s -o %t.s
; RUN: FileCheck %s < %t.s
; RUN: llc -mtriple=matrix -stop-after=finalize-isel %s -o %t.mir
; RUN: llc -mtriple=matrix -x mir -start-after=finalize-isel -verify-machineinstrs %t.mir -o %t.mir.s
; RUN: FileCheck %s < %t.mir.s
; RUN: llc -mtriple=matrix -filetype=obj %s -o %t.o
; RUN: matrix-ld %t.o -o %t && matrix-sim --functional %t

@local = thread_local global i64 0
@values = global [32 x i64] zeroinitializer

; CHECK-LABEL: leaf:
; CHECK:      sd r31, [[SLOT:[0-9]+\(r2\)]]
; CHECK:      ld r31, {{[0-9]+}}(r4)
; CHECK:      ld r31, [[SLOT]]
; CHECK:      ret
define void @leaf(ptr %p) noinline {
  %values = load volatile [31 x i64], ptr %p
  %next = getelementptr i64, ptr %p, i64 1
  store volatile [31 x i64] %values, ptr %next
  ret void
}

; CHECK-LABEL: calling:
; CHECK-NOT:  r31
; CHECK:      ret
define void @calling(ptr %p) noinline {
  %values = load volatile [31 x i64], ptr %p
  call void @nothing()
  %next = getelementptr i64, ptr %p, i64 1
  store volatile [31 x i64] %values, ptr %next
  ret void
}

; CHECK-LABEL: reading:
; CHECK-NOT:  {{(ld|mv|addi) +r31}}
; CHECK:      r31
; CHECK-NOT:  {{(ld|mv|addi) +r31}}
; CHECK:      ret
define void @reading(ptr %p) noinline {
  %values = load volatile [31 x i64], ptr %p
  %t = call ptr @llvm.threadlocal.address.p0(ptr @local)
  store volatile i64 7, ptr %t
  %next = getelementptr i64, ptr %p, i64 1
  store volatile [31 x i64] %values, ptr %next
  ret void
}

; CHECK-LABEL: assembly:
; CHECK-NOT:  r31
; CHECK:      ret
define void @assembly(ptr %p) noinline {
  %values = load volatile [31 x i64], ptr %p
  call void asm sideeffect "", ""()
  %next = getelementptr i64, ptr %p, i64 1
  store volatile [31 x i64] %values, ptr %next
  ret void
}

define void @nothing() noinline {
  ret void
}

define i32 @main() {
  %t = call ptr @llvm.threadlocal.address.p0(ptr @local)
  store i64 5, ptr %t
  store i64 9, ptr @values
  call void @leaf(ptr @values)
  %u = call ptr @llvm.threadlocal.address.p0(ptr @local)
  %five = load volatile i64, ptr %u
  %nine = load i64, ptr getelementptr (i64, ptr @values, i64 1)
  %sum = add i64 %five, %nine
  %wrong = icmp ne i64 %sum, 14
  %status = zext i1 %wrong to i32
  ret i32 %status
}
