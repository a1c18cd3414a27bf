; A function that neither calls others nor reads the thread pointer may use its register, and restores
; it.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs %s -o %t.s
; RUN: FileCheck %s < %t.s
; RUN: llc -mtriple=matrix -stop-after=finalize-isel %s -o %t.mir
; RUN: llc -mtriple=matrix -x mir -start-after=finalize-isel -verify-machineinstrs %t.mir -o %t.mir.s
; RUN: FileCheck %s < %t.mir.s
; RUN: llc -mtriple=matrix -filetype=obj %s -o %t.o
; RUN: matrix-ld %t.o -o %t && matrix-sim --functional %t

@local = thread_local global i64 0
@values = global [31 x i64] zeroinitializer

; CHECK-LABEL: leaf:
; CHECK:      sd r31, [[SLOT:[0-9]+\(r2\)]]
; CHECK:      ld r31, {{[0-9]+}}(r4)
; CHECK:      ld r31, [[SLOT]]
; CHECK:      ret
define void @leaf(ptr %p) noinline {
  %a0 = getelementptr i64, ptr %p, i64 0
  %v0 = load volatile i64, ptr %a0
  %a1 = getelementptr i64, ptr %p, i64 1
  %v1 = load volatile i64, ptr %a1
  %a2 = getelementptr i64, ptr %p, i64 2
  %v2 = load volatile i64, ptr %a2
  %a3 = getelementptr i64, ptr %p, i64 3
  %v3 = load volatile i64, ptr %a3
  %a4 = getelementptr i64, ptr %p, i64 4
  %v4 = load volatile i64, ptr %a4
  %a5 = getelementptr i64, ptr %p, i64 5
  %v5 = load volatile i64, ptr %a5
  %a6 = getelementptr i64, ptr %p, i64 6
  %v6 = load volatile i64, ptr %a6
  %a7 = getelementptr i64, ptr %p, i64 7
  %v7 = load volatile i64, ptr %a7
  %a8 = getelementptr i64, ptr %p, i64 8
  %v8 = load volatile i64, ptr %a8
  %a9 = getelementptr i64, ptr %p, i64 9
  %v9 = load volatile i64, ptr %a9
  %a10 = getelementptr i64, ptr %p, i64 10
  %v10 = load volatile i64, ptr %a10
  %a11 = getelementptr i64, ptr %p, i64 11
  %v11 = load volatile i64, ptr %a11
  %a12 = getelementptr i64, ptr %p, i64 12
  %v12 = load volatile i64, ptr %a12
  %a13 = getelementptr i64, ptr %p, i64 13
  %v13 = load volatile i64, ptr %a13
  %a14 = getelementptr i64, ptr %p, i64 14
  %v14 = load volatile i64, ptr %a14
  %a15 = getelementptr i64, ptr %p, i64 15
  %v15 = load volatile i64, ptr %a15
  %a16 = getelementptr i64, ptr %p, i64 16
  %v16 = load volatile i64, ptr %a16
  %a17 = getelementptr i64, ptr %p, i64 17
  %v17 = load volatile i64, ptr %a17
  %a18 = getelementptr i64, ptr %p, i64 18
  %v18 = load volatile i64, ptr %a18
  %a19 = getelementptr i64, ptr %p, i64 19
  %v19 = load volatile i64, ptr %a19
  %a20 = getelementptr i64, ptr %p, i64 20
  %v20 = load volatile i64, ptr %a20
  %a21 = getelementptr i64, ptr %p, i64 21
  %v21 = load volatile i64, ptr %a21
  %a22 = getelementptr i64, ptr %p, i64 22
  %v22 = load volatile i64, ptr %a22
  %a23 = getelementptr i64, ptr %p, i64 23
  %v23 = load volatile i64, ptr %a23
  %a24 = getelementptr i64, ptr %p, i64 24
  %v24 = load volatile i64, ptr %a24
  %a25 = getelementptr i64, ptr %p, i64 25
  %v25 = load volatile i64, ptr %a25
  %a26 = getelementptr i64, ptr %p, i64 26
  %v26 = load volatile i64, ptr %a26
  %a27 = getelementptr i64, ptr %p, i64 27
  %v27 = load volatile i64, ptr %a27
  %a28 = getelementptr i64, ptr %p, i64 28
  %v28 = load volatile i64, ptr %a28
  %a29 = getelementptr i64, ptr %p, i64 29
  %v29 = load volatile i64, ptr %a29
  %a30 = getelementptr i64, ptr %p, i64 30
  %v30 = load volatile i64, ptr %a30
  store volatile i64 %v1, ptr %a0
  store volatile i64 %v2, ptr %a1
  store volatile i64 %v3, ptr %a2
  store volatile i64 %v4, ptr %a3
  store volatile i64 %v5, ptr %a4
  store volatile i64 %v6, ptr %a5
  store volatile i64 %v7, ptr %a6
  store volatile i64 %v8, ptr %a7
  store volatile i64 %v9, ptr %a8
  store volatile i64 %v10, ptr %a9
  store volatile i64 %v11, ptr %a10
  store volatile i64 %v12, ptr %a11
  store volatile i64 %v13, ptr %a12
  store volatile i64 %v14, ptr %a13
  store volatile i64 %v15, ptr %a14
  store volatile i64 %v16, ptr %a15
  store volatile i64 %v17, ptr %a16
  store volatile i64 %v18, ptr %a17
  store volatile i64 %v19, ptr %a18
  store volatile i64 %v20, ptr %a19
  store volatile i64 %v21, ptr %a20
  store volatile i64 %v22, ptr %a21
  store volatile i64 %v23, ptr %a22
  store volatile i64 %v24, ptr %a23
  store volatile i64 %v25, ptr %a24
  store volatile i64 %v26, ptr %a25
  store volatile i64 %v27, ptr %a26
  store volatile i64 %v28, ptr %a27
  store volatile i64 %v29, ptr %a28
  store volatile i64 %v30, ptr %a29
  store volatile i64 %v0, ptr %a30
  ret void
}

; CHECK-LABEL: calling:
; CHECK-NOT:  r31
; CHECK:      ret
define void @calling(ptr %p) noinline {
  %a0 = getelementptr i64, ptr %p, i64 0
  %v0 = load volatile i64, ptr %a0
  %a1 = getelementptr i64, ptr %p, i64 1
  %v1 = load volatile i64, ptr %a1
  %a2 = getelementptr i64, ptr %p, i64 2
  %v2 = load volatile i64, ptr %a2
  %a3 = getelementptr i64, ptr %p, i64 3
  %v3 = load volatile i64, ptr %a3
  %a4 = getelementptr i64, ptr %p, i64 4
  %v4 = load volatile i64, ptr %a4
  %a5 = getelementptr i64, ptr %p, i64 5
  %v5 = load volatile i64, ptr %a5
  %a6 = getelementptr i64, ptr %p, i64 6
  %v6 = load volatile i64, ptr %a6
  %a7 = getelementptr i64, ptr %p, i64 7
  %v7 = load volatile i64, ptr %a7
  %a8 = getelementptr i64, ptr %p, i64 8
  %v8 = load volatile i64, ptr %a8
  %a9 = getelementptr i64, ptr %p, i64 9
  %v9 = load volatile i64, ptr %a9
  %a10 = getelementptr i64, ptr %p, i64 10
  %v10 = load volatile i64, ptr %a10
  %a11 = getelementptr i64, ptr %p, i64 11
  %v11 = load volatile i64, ptr %a11
  %a12 = getelementptr i64, ptr %p, i64 12
  %v12 = load volatile i64, ptr %a12
  %a13 = getelementptr i64, ptr %p, i64 13
  %v13 = load volatile i64, ptr %a13
  %a14 = getelementptr i64, ptr %p, i64 14
  %v14 = load volatile i64, ptr %a14
  %a15 = getelementptr i64, ptr %p, i64 15
  %v15 = load volatile i64, ptr %a15
  %a16 = getelementptr i64, ptr %p, i64 16
  %v16 = load volatile i64, ptr %a16
  %a17 = getelementptr i64, ptr %p, i64 17
  %v17 = load volatile i64, ptr %a17
  %a18 = getelementptr i64, ptr %p, i64 18
  %v18 = load volatile i64, ptr %a18
  %a19 = getelementptr i64, ptr %p, i64 19
  %v19 = load volatile i64, ptr %a19
  %a20 = getelementptr i64, ptr %p, i64 20
  %v20 = load volatile i64, ptr %a20
  %a21 = getelementptr i64, ptr %p, i64 21
  %v21 = load volatile i64, ptr %a21
  %a22 = getelementptr i64, ptr %p, i64 22
  %v22 = load volatile i64, ptr %a22
  %a23 = getelementptr i64, ptr %p, i64 23
  %v23 = load volatile i64, ptr %a23
  %a24 = getelementptr i64, ptr %p, i64 24
  %v24 = load volatile i64, ptr %a24
  %a25 = getelementptr i64, ptr %p, i64 25
  %v25 = load volatile i64, ptr %a25
  %a26 = getelementptr i64, ptr %p, i64 26
  %v26 = load volatile i64, ptr %a26
  %a27 = getelementptr i64, ptr %p, i64 27
  %v27 = load volatile i64, ptr %a27
  %a28 = getelementptr i64, ptr %p, i64 28
  %v28 = load volatile i64, ptr %a28
  %a29 = getelementptr i64, ptr %p, i64 29
  %v29 = load volatile i64, ptr %a29
  %a30 = getelementptr i64, ptr %p, i64 30
  %v30 = load volatile i64, ptr %a30
  call void @nothing()
  store volatile i64 %v1, ptr %a0
  store volatile i64 %v2, ptr %a1
  store volatile i64 %v3, ptr %a2
  store volatile i64 %v4, ptr %a3
  store volatile i64 %v5, ptr %a4
  store volatile i64 %v6, ptr %a5
  store volatile i64 %v7, ptr %a6
  store volatile i64 %v8, ptr %a7
  store volatile i64 %v9, ptr %a8
  store volatile i64 %v10, ptr %a9
  store volatile i64 %v11, ptr %a10
  store volatile i64 %v12, ptr %a11
  store volatile i64 %v13, ptr %a12
  store volatile i64 %v14, ptr %a13
  store volatile i64 %v15, ptr %a14
  store volatile i64 %v16, ptr %a15
  store volatile i64 %v17, ptr %a16
  store volatile i64 %v18, ptr %a17
  store volatile i64 %v19, ptr %a18
  store volatile i64 %v20, ptr %a19
  store volatile i64 %v21, ptr %a20
  store volatile i64 %v22, ptr %a21
  store volatile i64 %v23, ptr %a22
  store volatile i64 %v24, ptr %a23
  store volatile i64 %v25, ptr %a24
  store volatile i64 %v26, ptr %a25
  store volatile i64 %v27, ptr %a26
  store volatile i64 %v28, ptr %a27
  store volatile i64 %v29, ptr %a28
  store volatile i64 %v30, ptr %a29
  store volatile i64 %v0, ptr %a30
  ret void
}

; CHECK-LABEL: reading:
; CHECK-NOT:  {{(ld|mv|addi) +r31}}
; CHECK:      r31
; CHECK-NOT:  {{(ld|mv|addi) +r31}}
; CHECK:      ret
define void @reading(ptr %p) noinline {
  %a0 = getelementptr i64, ptr %p, i64 0
  %v0 = load volatile i64, ptr %a0
  %a1 = getelementptr i64, ptr %p, i64 1
  %v1 = load volatile i64, ptr %a1
  %a2 = getelementptr i64, ptr %p, i64 2
  %v2 = load volatile i64, ptr %a2
  %a3 = getelementptr i64, ptr %p, i64 3
  %v3 = load volatile i64, ptr %a3
  %a4 = getelementptr i64, ptr %p, i64 4
  %v4 = load volatile i64, ptr %a4
  %a5 = getelementptr i64, ptr %p, i64 5
  %v5 = load volatile i64, ptr %a5
  %a6 = getelementptr i64, ptr %p, i64 6
  %v6 = load volatile i64, ptr %a6
  %a7 = getelementptr i64, ptr %p, i64 7
  %v7 = load volatile i64, ptr %a7
  %a8 = getelementptr i64, ptr %p, i64 8
  %v8 = load volatile i64, ptr %a8
  %a9 = getelementptr i64, ptr %p, i64 9
  %v9 = load volatile i64, ptr %a9
  %a10 = getelementptr i64, ptr %p, i64 10
  %v10 = load volatile i64, ptr %a10
  %a11 = getelementptr i64, ptr %p, i64 11
  %v11 = load volatile i64, ptr %a11
  %a12 = getelementptr i64, ptr %p, i64 12
  %v12 = load volatile i64, ptr %a12
  %a13 = getelementptr i64, ptr %p, i64 13
  %v13 = load volatile i64, ptr %a13
  %a14 = getelementptr i64, ptr %p, i64 14
  %v14 = load volatile i64, ptr %a14
  %a15 = getelementptr i64, ptr %p, i64 15
  %v15 = load volatile i64, ptr %a15
  %a16 = getelementptr i64, ptr %p, i64 16
  %v16 = load volatile i64, ptr %a16
  %a17 = getelementptr i64, ptr %p, i64 17
  %v17 = load volatile i64, ptr %a17
  %a18 = getelementptr i64, ptr %p, i64 18
  %v18 = load volatile i64, ptr %a18
  %a19 = getelementptr i64, ptr %p, i64 19
  %v19 = load volatile i64, ptr %a19
  %a20 = getelementptr i64, ptr %p, i64 20
  %v20 = load volatile i64, ptr %a20
  %a21 = getelementptr i64, ptr %p, i64 21
  %v21 = load volatile i64, ptr %a21
  %a22 = getelementptr i64, ptr %p, i64 22
  %v22 = load volatile i64, ptr %a22
  %a23 = getelementptr i64, ptr %p, i64 23
  %v23 = load volatile i64, ptr %a23
  %a24 = getelementptr i64, ptr %p, i64 24
  %v24 = load volatile i64, ptr %a24
  %a25 = getelementptr i64, ptr %p, i64 25
  %v25 = load volatile i64, ptr %a25
  %a26 = getelementptr i64, ptr %p, i64 26
  %v26 = load volatile i64, ptr %a26
  %a27 = getelementptr i64, ptr %p, i64 27
  %v27 = load volatile i64, ptr %a27
  %a28 = getelementptr i64, ptr %p, i64 28
  %v28 = load volatile i64, ptr %a28
  %a29 = getelementptr i64, ptr %p, i64 29
  %v29 = load volatile i64, ptr %a29
  %a30 = getelementptr i64, ptr %p, i64 30
  %v30 = load volatile i64, ptr %a30
  %t = call ptr @llvm.threadlocal.address.p0(ptr @local)
  store volatile i64 7, ptr %t
  store volatile i64 %v1, ptr %a0
  store volatile i64 %v2, ptr %a1
  store volatile i64 %v3, ptr %a2
  store volatile i64 %v4, ptr %a3
  store volatile i64 %v5, ptr %a4
  store volatile i64 %v6, ptr %a5
  store volatile i64 %v7, ptr %a6
  store volatile i64 %v8, ptr %a7
  store volatile i64 %v9, ptr %a8
  store volatile i64 %v10, ptr %a9
  store volatile i64 %v11, ptr %a10
  store volatile i64 %v12, ptr %a11
  store volatile i64 %v13, ptr %a12
  store volatile i64 %v14, ptr %a13
  store volatile i64 %v15, ptr %a14
  store volatile i64 %v16, ptr %a15
  store volatile i64 %v17, ptr %a16
  store volatile i64 %v18, ptr %a17
  store volatile i64 %v19, ptr %a18
  store volatile i64 %v20, ptr %a19
  store volatile i64 %v21, ptr %a20
  store volatile i64 %v22, ptr %a21
  store volatile i64 %v23, ptr %a22
  store volatile i64 %v24, ptr %a23
  store volatile i64 %v25, ptr %a24
  store volatile i64 %v26, ptr %a25
  store volatile i64 %v27, ptr %a26
  store volatile i64 %v28, ptr %a27
  store volatile i64 %v29, ptr %a28
  store volatile i64 %v30, ptr %a29
  store volatile i64 %v0, ptr %a30
  ret void
}

; CHECK-LABEL: assembly:
; CHECK-NOT:  r31
; CHECK:      ret
define void @assembly(ptr %p) noinline {
  %a0 = getelementptr i64, ptr %p, i64 0
  %v0 = load volatile i64, ptr %a0
  %a1 = getelementptr i64, ptr %p, i64 1
  %v1 = load volatile i64, ptr %a1
  %a2 = getelementptr i64, ptr %p, i64 2
  %v2 = load volatile i64, ptr %a2
  %a3 = getelementptr i64, ptr %p, i64 3
  %v3 = load volatile i64, ptr %a3
  %a4 = getelementptr i64, ptr %p, i64 4
  %v4 = load volatile i64, ptr %a4
  %a5 = getelementptr i64, ptr %p, i64 5
  %v5 = load volatile i64, ptr %a5
  %a6 = getelementptr i64, ptr %p, i64 6
  %v6 = load volatile i64, ptr %a6
  %a7 = getelementptr i64, ptr %p, i64 7
  %v7 = load volatile i64, ptr %a7
  %a8 = getelementptr i64, ptr %p, i64 8
  %v8 = load volatile i64, ptr %a8
  %a9 = getelementptr i64, ptr %p, i64 9
  %v9 = load volatile i64, ptr %a9
  %a10 = getelementptr i64, ptr %p, i64 10
  %v10 = load volatile i64, ptr %a10
  %a11 = getelementptr i64, ptr %p, i64 11
  %v11 = load volatile i64, ptr %a11
  %a12 = getelementptr i64, ptr %p, i64 12
  %v12 = load volatile i64, ptr %a12
  %a13 = getelementptr i64, ptr %p, i64 13
  %v13 = load volatile i64, ptr %a13
  %a14 = getelementptr i64, ptr %p, i64 14
  %v14 = load volatile i64, ptr %a14
  %a15 = getelementptr i64, ptr %p, i64 15
  %v15 = load volatile i64, ptr %a15
  %a16 = getelementptr i64, ptr %p, i64 16
  %v16 = load volatile i64, ptr %a16
  %a17 = getelementptr i64, ptr %p, i64 17
  %v17 = load volatile i64, ptr %a17
  %a18 = getelementptr i64, ptr %p, i64 18
  %v18 = load volatile i64, ptr %a18
  %a19 = getelementptr i64, ptr %p, i64 19
  %v19 = load volatile i64, ptr %a19
  %a20 = getelementptr i64, ptr %p, i64 20
  %v20 = load volatile i64, ptr %a20
  %a21 = getelementptr i64, ptr %p, i64 21
  %v21 = load volatile i64, ptr %a21
  %a22 = getelementptr i64, ptr %p, i64 22
  %v22 = load volatile i64, ptr %a22
  %a23 = getelementptr i64, ptr %p, i64 23
  %v23 = load volatile i64, ptr %a23
  %a24 = getelementptr i64, ptr %p, i64 24
  %v24 = load volatile i64, ptr %a24
  %a25 = getelementptr i64, ptr %p, i64 25
  %v25 = load volatile i64, ptr %a25
  %a26 = getelementptr i64, ptr %p, i64 26
  %v26 = load volatile i64, ptr %a26
  %a27 = getelementptr i64, ptr %p, i64 27
  %v27 = load volatile i64, ptr %a27
  %a28 = getelementptr i64, ptr %p, i64 28
  %v28 = load volatile i64, ptr %a28
  %a29 = getelementptr i64, ptr %p, i64 29
  %v29 = load volatile i64, ptr %a29
  %a30 = getelementptr i64, ptr %p, i64 30
  %v30 = load volatile i64, ptr %a30
  call void asm sideeffect "", ""()
  store volatile i64 %v1, ptr %a0
  store volatile i64 %v2, ptr %a1
  store volatile i64 %v3, ptr %a2
  store volatile i64 %v4, ptr %a3
  store volatile i64 %v5, ptr %a4
  store volatile i64 %v6, ptr %a5
  store volatile i64 %v7, ptr %a6
  store volatile i64 %v8, ptr %a7
  store volatile i64 %v9, ptr %a8
  store volatile i64 %v10, ptr %a9
  store volatile i64 %v11, ptr %a10
  store volatile i64 %v12, ptr %a11
  store volatile i64 %v13, ptr %a12
  store volatile i64 %v14, ptr %a13
  store volatile i64 %v15, ptr %a14
  store volatile i64 %v16, ptr %a15
  store volatile i64 %v17, ptr %a16
  store volatile i64 %v18, ptr %a17
  store volatile i64 %v19, ptr %a18
  store volatile i64 %v20, ptr %a19
  store volatile i64 %v21, ptr %a20
  store volatile i64 %v22, ptr %a21
  store volatile i64 %v23, ptr %a22
  store volatile i64 %v24, ptr %a23
  store volatile i64 %v25, ptr %a24
  store volatile i64 %v26, ptr %a25
  store volatile i64 %v27, ptr %a26
  store volatile i64 %v28, ptr %a27
  store volatile i64 %v29, ptr %a28
  store volatile i64 %v30, ptr %a29
  store volatile i64 %v0, ptr %a30
  ret void
}

define void @nothing() noinline {
  ret void
}

define i32 @main() {
  %t = call ptr @llvm.threadlocal.address.p0(ptr @local)
  store i64 5, ptr %t
  store i64 9, ptr getelementptr (i64, ptr @values, i64 1)
  call void @leaf(ptr @values)
  %u = call ptr @llvm.threadlocal.address.p0(ptr @local)
  %five = load volatile i64, ptr %u
  %nine = load i64, ptr @values
  %sum = add i64 %five, %nine
  %wrong = icmp ne i64 %sum, 14
  %status = zext i1 %wrong to i32
  ret i32 %status
}
