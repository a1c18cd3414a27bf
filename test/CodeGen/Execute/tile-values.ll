; Tiles in memory: on the frame, in DRAM, in structs, as stack arguments,
; through phi and select, next to a dynamic allocation.
;
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && matrix-sim --functional %t.0
; RUN: llc -mtriple=matrix -O1 -verify-machineinstrs -filetype=obj %s -o %t.1.o
; RUN: matrix-ld %t.1.o -o %t.1 && matrix-sim --functional %t.1
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && matrix-sim --functional %t.2
; RUN: llc -mtriple=matrix -O3 -verify-machineinstrs -filetype=obj %s -o %t.3.o
; RUN: matrix-ld %t.3.o -o %t.3 && matrix-sim --functional %t.3

declare <256 x i32> @matrix.tsplat.w(i64)
declare <256 x i32> @matrix.tadd.i32(<256 x i32>, <256 x i32>)

@dram = internal global [260 x i32] zeroinitializer, align 64
@pad = internal addrspace(1) global [256 x i32] zeroinitializer, align 64

define internal <256 x i32> @splat(i64 %n) noinline {
  %t = call <256 x i32> @matrix.tsplat.w(i64 %n)
  ret <256 x i32> %t
}

; Four in registers, two on the stack; a general register in between.
define internal <256 x i32> @sixth(<256 x i32> %a, <256 x i32> %b, <256 x i32> %c, <256 x i32> %d,
                                   <256 x i32> %e, <256 x i32> %f, i64 %n) noinline {
  %t = call <256 x i32> @splat(i64 %n)
  %s = call <256 x i32> @matrix.tadd.i32(<256 x i32> %f, <256 x i32> %t)
  ret <256 x i32> %s
}

define internal { <256 x i32>, <256 x i32> } @two(i64 %n) noinline {
  %a = call <256 x i32> @splat(i64 %n)
  %m = add i64 %n, 1
  %b = call <256 x i32> @splat(i64 %m)
  %r = insertvalue { <256 x i32>, <256 x i32> } poison, <256 x i32> %a, 0
  %s = insertvalue { <256 x i32>, <256 x i32> } %r, <256 x i32> %b, 1
  ret { <256 x i32>, <256 x i32> } %s
}

; Returns whether every element equals n.
define internal i1 @all(<256 x i32> %t, i32 %n) noinline {
  store <256 x i32> %t, ptr addrspace(1) @pad
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %ok = phi i1 [ true, %0 ], [ %both, %loop ]
  %slot = getelementptr i32, ptr addrspace(1) @pad, i64 %i
  %value = load i32, ptr addrspace(1) %slot
  %same = icmp eq i32 %value, %n
  %both = and i1 %ok, %same
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 256
  br i1 %more, label %loop, label %done
done:
  ret i1 %both
}

; DRAM, at an address with an alignment of only 4 bytes.
define internal i1 @words() noinline {
  %t = call <256 x i32> @splat(i64 41)
  %place = getelementptr i32, ptr @dram, i64 3
  store <256 x i32> %t, ptr %place, align 4
  %before = load i32, ptr @dram
  %after = load i32, ptr getelementptr (i32, ptr @dram, i64 259)
  %outside = or i32 %before, %after
  %untouched = icmp eq i32 %outside, 0
  %u = load <256 x i32>, ptr %place, align 4
  %right = call i1 @all(<256 x i32> %u, i32 41)
  %r = and i1 %right, %untouched
  ret i1 %r
}

define internal i1 @dynamic(i64 %n) noinline {
  %t = call <256 x i32> @splat(i64 %n)
  %frame = alloca { i32, <256 x i32> }
  %field = getelementptr { i32, <256 x i32> }, ptr %frame, i64 0, i32 1
  store <256 x i32> %t, ptr %field
  %more = alloca i8, i64 %n
  store volatile i8 1, ptr %more
  %other = call <256 x i32> @splat(i64 1)
  %u = load <256 x i32>, ptr %field
  %sum = call <256 x i32> @matrix.tadd.i32(<256 x i32> %u, <256 x i32> %other)
  %m = trunc i64 %n to i32
  %expected = add i32 %m, 1
  %r = call i1 @all(<256 x i32> %sum, i32 %expected)
  ret i1 %r
}

define internal i1 @chosen(i1 %c) noinline {
  %a = call <256 x i32> @splat(i64 5)
  %b = call <256 x i32> @splat(i64 6)
  %t = select i1 %c, <256 x i32> %a, <256 x i32> %b
  %n = select i1 %c, i32 5, i32 6
  %r = call i1 @all(<256 x i32> %t, i32 %n)
  ret i1 %r
}

define internal i1 @zeros() noinline {
  %r = call i1 @all(<256 x i32> zeroinitializer, i32 0)
  ret i1 %r
}

define internal i1 @elements() noinline {
  %t = call <256 x i32> @splat(i64 9)
  %u = insertelement <256 x i32> %t, i32 77, i64 100
  %x = extractelement <256 x i32> %u, i64 100
  %y = extractelement <256 x i32> %u, i64 101
  %right = icmp eq i32 %x, 77
  %left = icmp eq i32 %y, 9
  %r = and i1 %right, %left
  ret i1 %r
}

define internal i1 @arguments() noinline {
  %f = call <256 x i32> @splat(i64 30)
  %z = call <256 x i32> @splat(i64 0)
  %t = call <256 x i32> @sixth(<256 x i32> %z, <256 x i32> %z, <256 x i32> %z, <256 x i32> %z,
                               <256 x i32> %z, <256 x i32> %f, i64 4)
  %r = call i1 @all(<256 x i32> %t, i32 34)
  ret i1 %r
}

define internal i1 @results() noinline {
  %p = call { <256 x i32>, <256 x i32> } @two(i64 8)
  %a = extractvalue { <256 x i32>, <256 x i32> } %p, 0
  %b = extractvalue { <256 x i32>, <256 x i32> } %p, 1
  %s = call <256 x i32> @matrix.tadd.i32(<256 x i32> %a, <256 x i32> %b)
  %r = call i1 @all(<256 x i32> %s, i32 17)
  ret i1 %r
}

; The exit status has one bit per failure.
define i64 @main() {
  %1 = call i1 @words()
  %2 = call i1 @dynamic(i64 200)
  %3 = call i1 @chosen(i1 true)
  %4 = call i1 @chosen(i1 false)
  %5 = call i1 @zeros()
  %6 = call i1 @elements()
  %7 = call i1 @arguments()
  %8 = call i1 @results()
  %v0 = insertelement <8 x i1> poison, i1 %1, i64 0
  %v1 = insertelement <8 x i1> %v0, i1 %2, i64 1
  %v2 = insertelement <8 x i1> %v1, i1 %3, i64 2
  %v3 = insertelement <8 x i1> %v2, i1 %4, i64 3
  %v4 = insertelement <8 x i1> %v3, i1 %5, i64 4
  %v5 = insertelement <8 x i1> %v4, i1 %6, i64 5
  %v6 = insertelement <8 x i1> %v5, i1 %7, i64 6
  %v7 = insertelement <8 x i1> %v6, i1 %8, i64 7
  %right = bitcast <8 x i1> %v7 to i8
  %wrong = xor i8 %right, -1
  %status = zext i8 %wrong to i64
  ret i64 %status
}
