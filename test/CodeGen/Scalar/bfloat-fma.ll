; Fused products of bf16 are rounded once: in f32 the sum of the first would be in the middle of two numbers.
;
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && matrix-sim --functional %t.0
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && matrix-sim --functional %t.2

define i1 @check(bfloat %a, bfloat %b, bfloat %c, i16 %expected) noinline {
  %sum = call bfloat @llvm.fma.bf16(bfloat %a, bfloat %b, bfloat %c)
  %bits = bitcast bfloat %sum to i16
  %ok = icmp eq i16 %bits, %expected
  ret i1 %ok
}
define i1 @is_nan(bfloat %a, bfloat %b, bfloat %c) noinline {
  %sum = call reassoc nsz bfloat @llvm.fma.bf16(bfloat %a, bfloat %b, bfloat %c)
  %ok = fcmp uno bfloat %sum, 0.0
  ret i1 %ok
}
define i1 @lanes(<2 x bfloat> %a, <2 x bfloat> %b, <2 x bfloat> %c) noinline {
  %sum = call <2 x bfloat> @llvm.fma.v2bf16(<2 x bfloat> %a, <2 x bfloat> %b, <2 x bfloat> %c)
  %equal = fcmp oeq <2 x bfloat> %sum, <bfloat 0xR3FC1, bfloat 0xR3FC2>
  %ok = call i1 @llvm.vector.reduce.and.v2i1(<2 x i1> %equal)
  ret i1 %ok
}
define i32 @main() {
  %c0 = call i1 @check(bfloat 0xR3FC0, bfloat 0xR3F81, bfloat 0xRAB80, i16 16321)
  %a0 = and i1 true, %c0
  %c1 = call i1 @check(bfloat 0xR3FC0, bfloat 0xR3F81, bfloat 0xR2B80, i16 16322)
  %a1 = and i1 %a0, %c1
  %c2 = call i1 @check(bfloat 0xRBFC0, bfloat 0xR3F81, bfloat 0xR0380, i16 49089)
  %a2 = and i1 %a1, %c2
  %c3 = call i1 @check(bfloat 0xR3FC0, bfloat 0xR3F83, bfloat 0xR0D80, i16 16325)
  %a3 = and i1 %a2, %c3
  %c4 = call i1 @check(bfloat 0xR3FC0, bfloat 0xR3F83, bfloat 0xR8D80, i16 16324)
  %a4 = and i1 %a3, %c4
  %c5 = call i1 @check(bfloat 0xR3FC0, bfloat 0xR3F81, bfloat 0xR0000, i16 16322)
  %a5 = and i1 %a4, %c5
  %c6 = call i1 @check(bfloat 0xR4000, bfloat 0xR4040, bfloat 0xR40A0, i16 16688)
  %a6 = and i1 %a5, %c6
  %c7 = call i1 @check(bfloat 0xR3F80, bfloat 0xR3080, bfloat 0xR3F80, i16 16256)
  %a7 = and i1 %a6, %c7
  %c8 = call i1 @check(bfloat 0xR4000, bfloat 0xR3F80, bfloat 0xRC000, i16 0)
  %a8 = and i1 %a7, %c8
  %c9 = call i1 @check(bfloat 0xR7180, bfloat 0xR7180, bfloat 0xR4000, i16 32640)
  %a9 = and i1 %a8, %c9
  %c10 = call i1 @check(bfloat 0xR2180, bfloat 0xR2180, bfloat 0xR0080, i16 898)
  %a10 = and i1 %a9, %c10
  %c11 = call i1 @check(bfloat 0xR9C80, bfloat 0xR2000, bfloat 0xR0080, i16 127)
  %a11 = and i1 %a10, %c11
  %c12 = call i1 @check(bfloat 0xR3FC0, bfloat 0xR1281, bfloat 0xR8080, i16 4801)
  %a12 = and i1 %a11, %c12
  %c13 = call i1 @check(bfloat 0xR7F80, bfloat 0xR3F80, bfloat 0xR3F80, i16 32640)
  %a13 = and i1 %a12, %c13
  %c14 = call i1 @check(bfloat 0xRFF80, bfloat 0xR3F80, bfloat 0xR3F80, i16 65408)
  %a14 = and i1 %a13, %c14
  %c15 = call i1 @check(bfloat 0xR8000, bfloat 0xR3F80, bfloat 0xR8000, i16 32768)
  %a15 = and i1 %a14, %c15
  %c16 = call i1 @check(bfloat 0xR3F80, bfloat 0xR3F80, bfloat 0xRFF80, i16 65408)
  %a16 = and i1 %a15, %c16
  %nan = call i1 @is_nan(bfloat 0xR7F80, bfloat 0xR3F80, bfloat 0xRFF80)
  %lanes = call i1 @lanes(<2 x bfloat> <bfloat 0xR3FC0, bfloat 0xR3FC0>, <2 x bfloat> <bfloat 0xR3F81, bfloat 0xR3F81>, <2 x bfloat> <bfloat 0xRAB80, bfloat 0xR2B80>)
  %both = and i1 %nan, %lanes
  %ok = and i1 %a16, %both
  %status = select i1 %ok, i32 0, i32 1
  ret i32 %status
}
