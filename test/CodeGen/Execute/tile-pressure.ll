; 20 tiles are live across a call, with 16 caller-saved tile registers. Tile
; k holds k in every element; their sum is 210.
;
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && matrix-sim --functional %t.0
; RUN: llc -mtriple=matrix -O1 -verify-machineinstrs -filetype=obj %s -o %t.1.o
; RUN: matrix-ld %t.1.o -o %t.1 && matrix-sim --functional %t.1
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && matrix-sim --functional %t.2
; RUN: llc -mtriple=matrix -O3 -verify-machineinstrs -filetype=obj %s -o %t.3.o
; RUN: matrix-ld %t.3.o -o %t.3 && matrix-sim --functional %t.3
; RUN: llc -mtriple=matrix -regalloc=basic -verify-machineinstrs -filetype=obj %s -o %t.b.o
; RUN: matrix-ld %t.b.o -o %t.b && matrix-sim --functional %t.b

declare <256 x i32> @matrix.tsplat.w(i64)
declare <256 x i32> @matrix.tadd.i32(<256 x i32>, <256 x i32>)

@result = internal addrspace(1) global [256 x i32] zeroinitializer, align 64

; Clobbers every tile register.
define internal void @clobber() noinline {
  call void asm sideeffect "", "~{t0},~{t1},~{t2},~{t3},~{t4},~{t5},~{t6},~{t7},~{t8},~{t9},~{t10},~{t11},~{t12},~{t13},~{t14},~{t15}"()
  %z = call <256 x i32> @matrix.tsplat.w(i64 -1)
  store <256 x i32> %z, ptr addrspace(1) @result
  ret void
}

define i64 @main() {
  %t1 = call <256 x i32> @matrix.tsplat.w(i64 1)
  %t2 = call <256 x i32> @matrix.tsplat.w(i64 2)
  %t3 = call <256 x i32> @matrix.tsplat.w(i64 3)
  %t4 = call <256 x i32> @matrix.tsplat.w(i64 4)
  %t5 = call <256 x i32> @matrix.tsplat.w(i64 5)
  %t6 = call <256 x i32> @matrix.tsplat.w(i64 6)
  %t7 = call <256 x i32> @matrix.tsplat.w(i64 7)
  %t8 = call <256 x i32> @matrix.tsplat.w(i64 8)
  %t9 = call <256 x i32> @matrix.tsplat.w(i64 9)
  %t10 = call <256 x i32> @matrix.tsplat.w(i64 10)
  %t11 = call <256 x i32> @matrix.tsplat.w(i64 11)
  %t12 = call <256 x i32> @matrix.tsplat.w(i64 12)
  %t13 = call <256 x i32> @matrix.tsplat.w(i64 13)
  %t14 = call <256 x i32> @matrix.tsplat.w(i64 14)
  %t15 = call <256 x i32> @matrix.tsplat.w(i64 15)
  %t16 = call <256 x i32> @matrix.tsplat.w(i64 16)
  %t17 = call <256 x i32> @matrix.tsplat.w(i64 17)
  %t18 = call <256 x i32> @matrix.tsplat.w(i64 18)
  %t19 = call <256 x i32> @matrix.tsplat.w(i64 19)
  %t20 = call <256 x i32> @matrix.tsplat.w(i64 20)
  call void @clobber()
  %s1 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %t1, <256 x i32> %t2)
  %s2 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s1, <256 x i32> %t3)
  %s3 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s2, <256 x i32> %t4)
  %s4 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s3, <256 x i32> %t5)
  %s5 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s4, <256 x i32> %t6)
  %s6 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s5, <256 x i32> %t7)
  %s7 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s6, <256 x i32> %t8)
  %s8 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s7, <256 x i32> %t9)
  %s9 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s8, <256 x i32> %t10)
  %s10 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s9, <256 x i32> %t11)
  %s11 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s10, <256 x i32> %t12)
  %s12 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s11, <256 x i32> %t13)
  %s13 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s12, <256 x i32> %t14)
  %s14 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s13, <256 x i32> %t15)
  %s15 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s14, <256 x i32> %t16)
  %s16 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s15, <256 x i32> %t17)
  %s17 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s16, <256 x i32> %t18)
  %s18 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s17, <256 x i32> %t19)
  %s19 = call <256 x i32> @matrix.tadd.i32(<256 x i32> %s18, <256 x i32> %t20)
  store <256 x i32> %s19, ptr addrspace(1) @result
  br label %check

check:
  %i = phi i64 [ 0, %0 ], [ %next, %good ]
  %slot = getelementptr i32, ptr addrspace(1) @result, i64 %i
  %value = load i32, ptr addrspace(1) %slot
  %same = icmp eq i32 %value, 210
  br i1 %same, label %good, label %bad

good:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 256
  br i1 %more, label %check, label %done

done:
  ret i64 0

bad:
  ret i64 1
}
