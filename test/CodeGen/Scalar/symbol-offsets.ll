; One symbol address serves accesses at several offsets; offsets outside the
; symbol's object are not folded into the relocation.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj < %s -o %t.o
; RUN: matrix-ld %t.o -o %t.elf
; RUN: matrix-sim --functional %t.elf
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj < %s -o %t.o
; RUN: matrix-ld %t.o -o %t.elf
; RUN: matrix-sim --functional %t.elf

@a = global [17 x i64] [i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17]
@large = global [20000 x i64] zeroinitializer
@far = global i64 400000
@outside = extern_weak global [0 x i64]

; CHECK-LABEL: shared:
; CHECK-COUNT-1: movz {{.*}}abs_g0_nc(a)
; CHECK-NOT: abs_g0
; CHECK: ld {{r[0-9]+}}, 64([[BASE:r[0-9]+]])
; CHECK-NEXT: ld {{r[0-9]+}}, 128([[BASE]])
; CHECK-NEXT: ld {{r[0-9]+}}, 0([[BASE]])
; CHECK: ret
define i64 @shared(i64 %i) noinline {
  %p = getelementptr i64, ptr @a, i64 %i
  %q = getelementptr i8, ptr %p, i64 64
  %r = getelementptr i8, ptr %p, i64 128
  %x = load i64, ptr %q
  %y = load i64, ptr %r
  %z = load i64, ptr %p
  %s = add i64 %x, %y
  %t = add i64 %s, %z
  ret i64 %t
}

; CHECK-LABEL: constants:
; CHECK-COUNT-1: movz {{.*}}abs_g0_nc(a)
; CHECK-NOT: abs_g0
; CHECK: ret
define i64 @constants() noinline {
  %x = load i64, ptr getelementptr (i8, ptr @a, i64 40)
  %y = load i64, ptr getelementptr (i8, ptr @a, i64 80)
  %s = add i64 %x, %y
  ret i64 %s
}

; A single use as a value: folded into the relocation.
; CHECK-LABEL: place:
; CHECK: movz r4, %abs_g0_nc(a+40), 0
; CHECK-NEXT: movk r4, %abs_g1(a+40), 1
; CHECK-NEXT: ret
define ptr @place() noinline {
  ret ptr getelementptr (i8, ptr @a, i64 40)
}

; CHECK-LABEL: unknown:
; CHECK: %abs_g0_nc(outside)
define ptr @unknown() noinline {
  ret ptr getelementptr (i8, ptr @outside, i64 40)
}

; CHECK-LABEL: before:
; CHECK-NOT: a-
; CHECK: ret
define i64 @before() noinline {
  %v = load volatile i64, ptr @far
  %g = getelementptr i8, ptr getelementptr (i8, ptr @a, i64 -400000), i64 %v
  %x = load i64, ptr %g
  ret i64 %x
}

; Offsets beyond the immediates: one base at a distance that is a multiple of 2^16.
; CHECK-LABEL: distant:
; CHECK-COUNT-1: movz {{.*}}abs_g0_nc(large+131072)
; CHECK-NOT: abs_g0
; CHECK: ret
define i64 @distant() noinline {
  %w = load i64, ptr @large
  %x = load i64, ptr getelementptr (i8, ptr @large, i64 131080)
  %y = load i64, ptr getelementptr (i8, ptr @large, i64 140000)
  %z = load i64, ptr getelementptr (i8, ptr @large, i64 100000)
  %s = sub i64 %x, %y
  %t = sub i64 %s, %z
  %u = add i64 %t, %w
  ret i64 %u
}

define i32 @main() {
  %p = call ptr @place()
  %six = load i64, ptr %p
  %first = call i64 @before()
  %sum = call i64 @shared(i64 0)
  %pair = call i64 @constants()
  store i64 1, ptr @large
  store i64 20, ptr getelementptr (i8, ptr @large, i64 131080)
  store i64 14, ptr getelementptr (i8, ptr @large, i64 140000)
  store i64 7, ptr getelementptr (i8, ptr @large, i64 100000)
  %none = call i64 @distant()
  %d0 = sub i64 %six, 6
  %d1 = sub i64 %first, 1
  %d2 = sub i64 %sum, 27
  %d3 = sub i64 %pair, 17
  %e0 = or i64 %d0, %d1
  %e1 = or i64 %d2, %d3
  %e2 = or i64 %e0, %e1
  %e = or i64 %e2, %none
  %wrong = icmp ne i64 %e, 0
  %status = zext i1 %wrong to i32
  ret i32 %status
}
