; Tile accesses at constant distances share an address; the offsets are in tile rows.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false %s -o %t.s
; RUN: FileCheck %s < %t.s
; RUN: llc -mtriple=matrix -O0 -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && matrix-sim --functional %t.0
; RUN: llc -mtriple=matrix -O2 -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && matrix-sim --functional %t.2

declare <256 x i32> @matrix.tld(ptr addrspace(1), i64, i64)
declare void @matrix.tst(<256 x i32>, ptr addrspace(1), i64, i64)
declare <256 x i32> @matrix.tldc(ptr addrspace(1), i64)
declare void @matrix.tstc(<256 x i32>, ptr addrspace(1), i64)

; The anchor is in the middle: 255 rows are the largest offset.
; CHECK-LABEL: middle:
; CHECK:      addi [[A:r[0-9]+]], r4, 8256
; CHECK-NOT:  addi
; CHECK:      tld t0, -129([[A]]), [[S:r[0-9]+]]
; CHECK-NEXT: tld t1, -1([[A]]), [[S]]
; CHECK-NEXT: tld t2, 127([[A]]), [[S]]
; CHECK-NEXT: tld t3, 255([[A]]), [[S]]
define { <256 x i32>, <256 x i32>, <256 x i32>, <256 x i32> } @middle(ptr addrspace(1) %p) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 8192
  %r = getelementptr i8, ptr addrspace(1) %p, i64 16384
  %s = getelementptr i8, ptr addrspace(1) %p, i64 24576
  %a = call <256 x i32> @matrix.tld(ptr addrspace(1) %p, i64 0, i64 512)
  %b = call <256 x i32> @matrix.tld(ptr addrspace(1) %q, i64 0, i64 512)
  %c = call <256 x i32> @matrix.tld(ptr addrspace(1) %r, i64 0, i64 512)
  %d = call <256 x i32> @matrix.tld(ptr addrspace(1) %s, i64 0, i64 512)
  %w = insertvalue { <256 x i32>, <256 x i32>, <256 x i32>, <256 x i32> } poison, <256 x i32> %a, 0
  %x = insertvalue { <256 x i32>, <256 x i32>, <256 x i32>, <256 x i32> } %w, <256 x i32> %b, 1
  %y = insertvalue { <256 x i32>, <256 x i32>, <256 x i32>, <256 x i32> } %x, <256 x i32> %c, 2
  %z = insertvalue { <256 x i32>, <256 x i32>, <256 x i32>, <256 x i32> } %y, <256 x i32> %d, 3
  ret { <256 x i32>, <256 x i32>, <256 x i32>, <256 x i32> } %z
}

; Distances follow from the arithmetic of indices.
; CHECK-LABEL: indices:
; CHECK:      tld t0, 0([[A:r[0-9]+]])
; CHECK-NEXT: tst t0, 161([[A]])
define void @indices(ptr addrspace(1) %p, i64 %row) {
  %below = add i64 %row, 20
  %i = mul i64 %row, 512
  %j = mul i64 %below, 512
  %k = add i64 %j, 64
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %r = getelementptr i8, ptr addrspace(1) %p, i64 %k
  %t = call <256 x i32> @matrix.tld(ptr addrspace(1) %q, i64 0, i64 512)
  call void @matrix.tst(<256 x i32> %t, ptr addrspace(1) %r, i64 0, i64 512)
  ret void
}

; Not a multiple of a row, and out of reach.
; CHECK-LABEL: others:
; CHECK-DAG: addi [[B:r[0-9]+]], r4, 32
; CHECK-DAG: movz {{.*}}, 32960, 0
; CHECK-DAG: tld t0, 3(r4)
; CHECK-DAG: tst t0, 0([[B]])
define void @others(ptr addrspace(1) %p) {
  %odd = getelementptr i8, ptr addrspace(1) %p, i64 32
  %far = getelementptr i8, ptr addrspace(1) %p, i64 32960
  %t = call <256 x i32> @matrix.tld(ptr addrspace(1) %p, i64 3, i64 64)
  call void @matrix.tst(<256 x i32> %t, ptr addrspace(1) %odd, i64 0, i64 64)
  call void @matrix.tst(<256 x i32> %t, ptr addrspace(1) %far, i64 0, i64 64)
  ret void
}

; Contiguous tiles have unsigned offsets of seven bits.
; CHECK-LABEL: contiguous:
; CHECK:      addi [[A:r[0-9]+]], r4, -2048
; CHECK-NEXT: tldc t0, 32([[A]])
; CHECK-NEXT: tstc t0, 0([[A]])
; CHECK-NEXT: tstc t0, 127([[A]])
define void @contiguous(ptr addrspace(1) %p) {
  %below = getelementptr i8, ptr addrspace(1) %p, i64 -2048
  %above = getelementptr i8, ptr addrspace(1) %p, i64 6080
  %t = call <256 x i32> @matrix.tldc(ptr addrspace(1) %p, i64 0)
  call void @matrix.tstc(<256 x i32> %t, ptr addrspace(1) %below, i64 0)
  call void @matrix.tstc(<256 x i32> %t, ptr addrspace(1) %above, i64 0)
  ret void
}

; Rows of 4 tiles, one below the other, move down by one tile in a loop.
@pad = internal addrspace(1) global [1600 x i32] zeroinitializer, align 64

define internal void @move(ptr addrspace(1) %p, i64 %count) noinline {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %q = getelementptr [16 x i32], ptr addrspace(1) %p, i64 %i
  %r = getelementptr [16 x i32], ptr addrspace(1) %q, i64 32
  %s = getelementptr [16 x i32], ptr addrspace(1) %q, i64 64
  %t = call <256 x i32> @matrix.tld(ptr addrspace(1) %q, i64 0, i64 64)
  %u = call <256 x i32> @matrix.tld(ptr addrspace(1) %r, i64 -16, i64 64)
  call void @matrix.tst(<256 x i32> %t, ptr addrspace(1) %r, i64 16, i64 64)
  call void @matrix.tst(<256 x i32> %u, ptr addrspace(1) %s, i64 -32, i64 64)
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Element i of the pad is i before, and afterwards rows 16 to 31 are in rows 32 to 47, and rows 0 to
; 15 are in rows 48 to 63.
define i32 @main() {
  br label %fill
fill:
  %i = phi i64 [ 0, %0 ], [ %next, %fill ]
  %slot = getelementptr i32, ptr addrspace(1) @pad, i64 %i
  %value = trunc i64 %i to i32
  store i32 %value, ptr addrspace(1) %slot
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 1600
  br i1 %more, label %fill, label %test
test:
  call void @move(ptr addrspace(1) @pad, i64 16)
  br label %check
check:
  %j = phi i64 [ 0, %test ], [ %after, %check ]
  %ok = phi i1 [ true, %test ], [ %both, %check ]
  %third = add i64 %j, 512
  %fourth = add i64 %j, 768
  %p = getelementptr i32, ptr addrspace(1) @pad, i64 %third
  %q = getelementptr i32, ptr addrspace(1) @pad, i64 %fourth
  %a = load i32, ptr addrspace(1) %p
  %b = load i32, ptr addrspace(1) %q
  %from = trunc i64 %j to i32
  %second = add i32 %from, 256
  %right = icmp eq i32 %a, %second
  %left = icmp eq i32 %b, %from
  %here = and i1 %right, %left
  %both = and i1 %ok, %here
  %after = add i64 %j, 1
  %again = icmp ult i64 %after, 256
  br i1 %again, label %check, label %done
done:
  %wrong = xor i1 %both, true
  %status = zext i1 %wrong to i32
  ret i32 %status
}
