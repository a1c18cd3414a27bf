; With interprocedural register allocation a local function may leave all registers to its callers, except those that
; they rely on: thread pointer, frame pointer, return address. In a call, thunks and outlined functions change others.
;
; RUN: llc -mtriple=matrix -mattr=-pairs -enable-ipra -verify-machineinstrs < %s | FileCheck %s

@a = global [32 x i64] zeroinitializer
@b = global i64 0
@t = thread_local global i64 5

; CHECK-LABEL: full:
; CHECK-DAG: sd r3, {{[0-9]+}}(r2)
; CHECK-DAG: sd r31, {{[0-9]+}}(r2)
; CHECK: ld r20, {{[0-9]+}}(r4)
; CHECK-DAG: ld r3, {{[0-9]+}}(r2)
; CHECK-DAG: ld r31, {{[0-9]+}}(r2)
; CHECK: ret
define internal void @full() noinline norecurse nounwind {
  %p0 = getelementptr i64, ptr @a, i64 0
  %x0 = load volatile i64, ptr %p0
  %p1 = getelementptr i64, ptr @a, i64 1
  %x1 = load volatile i64, ptr %p1
  %p2 = getelementptr i64, ptr @a, i64 2
  %x2 = load volatile i64, ptr %p2
  %p3 = getelementptr i64, ptr @a, i64 3
  %x3 = load volatile i64, ptr %p3
  %p4 = getelementptr i64, ptr @a, i64 4
  %x4 = load volatile i64, ptr %p4
  %p5 = getelementptr i64, ptr @a, i64 5
  %x5 = load volatile i64, ptr %p5
  %p6 = getelementptr i64, ptr @a, i64 6
  %x6 = load volatile i64, ptr %p6
  %p7 = getelementptr i64, ptr @a, i64 7
  %x7 = load volatile i64, ptr %p7
  %p8 = getelementptr i64, ptr @a, i64 8
  %x8 = load volatile i64, ptr %p8
  %p9 = getelementptr i64, ptr @a, i64 9
  %x9 = load volatile i64, ptr %p9
  %p10 = getelementptr i64, ptr @a, i64 10
  %x10 = load volatile i64, ptr %p10
  %p11 = getelementptr i64, ptr @a, i64 11
  %x11 = load volatile i64, ptr %p11
  %p12 = getelementptr i64, ptr @a, i64 12
  %x12 = load volatile i64, ptr %p12
  %p13 = getelementptr i64, ptr @a, i64 13
  %x13 = load volatile i64, ptr %p13
  %p14 = getelementptr i64, ptr @a, i64 14
  %x14 = load volatile i64, ptr %p14
  %p15 = getelementptr i64, ptr @a, i64 15
  %x15 = load volatile i64, ptr %p15
  %p16 = getelementptr i64, ptr @a, i64 16
  %x16 = load volatile i64, ptr %p16
  %p17 = getelementptr i64, ptr @a, i64 17
  %x17 = load volatile i64, ptr %p17
  %p18 = getelementptr i64, ptr @a, i64 18
  %x18 = load volatile i64, ptr %p18
  %p19 = getelementptr i64, ptr @a, i64 19
  %x19 = load volatile i64, ptr %p19
  %p20 = getelementptr i64, ptr @a, i64 20
  %x20 = load volatile i64, ptr %p20
  %p21 = getelementptr i64, ptr @a, i64 21
  %x21 = load volatile i64, ptr %p21
  %p22 = getelementptr i64, ptr @a, i64 22
  %x22 = load volatile i64, ptr %p22
  %p23 = getelementptr i64, ptr @a, i64 23
  %x23 = load volatile i64, ptr %p23
  %p24 = getelementptr i64, ptr @a, i64 24
  %x24 = load volatile i64, ptr %p24
  %p25 = getelementptr i64, ptr @a, i64 25
  %x25 = load volatile i64, ptr %p25
  %p26 = getelementptr i64, ptr @a, i64 26
  %x26 = load volatile i64, ptr %p26
  %p27 = getelementptr i64, ptr @a, i64 27
  %x27 = load volatile i64, ptr %p27
  %p28 = getelementptr i64, ptr @a, i64 28
  %x28 = load volatile i64, ptr %p28
  %p29 = getelementptr i64, ptr @a, i64 29
  %x29 = load volatile i64, ptr %p29
  %p30 = getelementptr i64, ptr @a, i64 30
  %x30 = load volatile i64, ptr %p30
  %p31 = getelementptr i64, ptr @a, i64 31
  %x31 = load volatile i64, ptr %p31
  store volatile i64 %x0, ptr %p0
  store volatile i64 %x1, ptr %p1
  store volatile i64 %x2, ptr %p2
  store volatile i64 %x3, ptr %p3
  store volatile i64 %x4, ptr %p4
  store volatile i64 %x5, ptr %p5
  store volatile i64 %x6, ptr %p6
  store volatile i64 %x7, ptr %p7
  store volatile i64 %x8, ptr %p8
  store volatile i64 %x9, ptr %p9
  store volatile i64 %x10, ptr %p10
  store volatile i64 %x11, ptr %p11
  store volatile i64 %x12, ptr %p12
  store volatile i64 %x13, ptr %p13
  store volatile i64 %x14, ptr %p14
  store volatile i64 %x15, ptr %p15
  store volatile i64 %x16, ptr %p16
  store volatile i64 %x17, ptr %p17
  store volatile i64 %x18, ptr %p18
  store volatile i64 %x19, ptr %p19
  store volatile i64 %x20, ptr %p20
  store volatile i64 %x21, ptr %p21
  store volatile i64 %x22, ptr %p22
  store volatile i64 %x23, ptr %p23
  store volatile i64 %x24, ptr %p24
  store volatile i64 %x25, ptr %p25
  store volatile i64 %x26, ptr %p26
  store volatile i64 %x27, ptr %p27
  store volatile i64 %x28, ptr %p28
  store volatile i64 %x29, ptr %p29
  store volatile i64 %x30, ptr %p30
  store volatile i64 %x31, ptr %p31
  ret void
}
define i64 @thread_local() nounwind {
  call void @full()
  %v = load i64, ptr @t
  ret i64 %v
}

; CHECK-LABEL: clobbers:
; CHECK: sd r1,
; CHECK: ld r1,
; CHECK: ret
define internal void @clobbers() noinline norecurse nounwind {
  call void asm sideeffect "nop", "~{r1}"()
  ret void
}
define void @calls_it() nounwind {
  call void @clobbers()
  call void asm sideeffect "nop", ""()
  ret void
}

define internal void @leaf() noinline norecurse nounwind {
  store i64 1, ptr @b
  ret void
}
; CHECK-LABEL: keeps_values:
; CHECK-NOT: {{r18|r19}}
; CHECK: call leaf
; CHECK-NOT: {{r18|r19}}
; CHECK: ret
define void @keeps_values() nounwind {
  %p0 = getelementptr i64, ptr @a, i64 0
  %x0 = load volatile i64, ptr %p0
  %p1 = getelementptr i64, ptr @a, i64 1
  %x1 = load volatile i64, ptr %p1
  %p2 = getelementptr i64, ptr @a, i64 2
  %x2 = load volatile i64, ptr %p2
  %p3 = getelementptr i64, ptr @a, i64 3
  %x3 = load volatile i64, ptr %p3
  %p4 = getelementptr i64, ptr @a, i64 4
  %x4 = load volatile i64, ptr %p4
  %p5 = getelementptr i64, ptr @a, i64 5
  %x5 = load volatile i64, ptr %p5
  %p6 = getelementptr i64, ptr @a, i64 6
  %x6 = load volatile i64, ptr %p6
  %p7 = getelementptr i64, ptr @a, i64 7
  %x7 = load volatile i64, ptr %p7
  %p8 = getelementptr i64, ptr @a, i64 8
  %x8 = load volatile i64, ptr %p8
  %p9 = getelementptr i64, ptr @a, i64 9
  %x9 = load volatile i64, ptr %p9
  %p10 = getelementptr i64, ptr @a, i64 10
  %x10 = load volatile i64, ptr %p10
  %p11 = getelementptr i64, ptr @a, i64 11
  %x11 = load volatile i64, ptr %p11
  %p12 = getelementptr i64, ptr @a, i64 12
  %x12 = load volatile i64, ptr %p12
  %p13 = getelementptr i64, ptr @a, i64 13
  %x13 = load volatile i64, ptr %p13
  %p14 = getelementptr i64, ptr @a, i64 14
  %x14 = load volatile i64, ptr %p14
  %p15 = getelementptr i64, ptr @a, i64 15
  %x15 = load volatile i64, ptr %p15
  call void @leaf()
  store volatile i64 %x0, ptr %p0
  store volatile i64 %x1, ptr %p1
  store volatile i64 %x2, ptr %p2
  store volatile i64 %x3, ptr %p3
  store volatile i64 %x4, ptr %p4
  store volatile i64 %x5, ptr %p5
  store volatile i64 %x6, ptr %p6
  store volatile i64 %x7, ptr %p7
  store volatile i64 %x8, ptr %p8
  store volatile i64 %x9, ptr %p9
  store volatile i64 %x10, ptr %p10
  store volatile i64 %x11, ptr %p11
  store volatile i64 %x12, ptr %p12
  store volatile i64 %x13, ptr %p13
  store volatile i64 %x14, ptr %p14
  store volatile i64 %x15, ptr %p15
  ret void
}
