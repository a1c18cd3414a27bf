; clamp(round((ta + bias) * scale) + zp, lo, hi), one case per column:
;   15 * 0.5, 13 * 0.5 and -13 * 0.5 round to even;  300 and -300 saturate
;   10 + zp -3;  -5 with lo 0;  100 with hi 6
;   2^31 - 1 + 1 wraps: -2^31 * 2^-31;  NaN is 0, then zp 5;  inf, -inf
;   (2^24 + 1) is not an f32: 2^24 * 2^-24;  0 + zp 5;  0 * inf is NaN;  -7 * 2
;
; RUN: llc -mtriple=matrix -mcpu=base -verify-machineinstrs -filetype=obj %s -o %t.o
; RUN: llc -mtriple=matrix -mcpu=base -filetype=obj %S/Inputs/differences.ll -o %t.differences.o
; RUN: matrix-ld %t.o %t.differences.o -o %t.elf
; RUN: matrix-sim %t.elf

@a = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x0000000A, i32 u0x0000000B, i32 u0xFFFFFFF1, i32 u0x0000012C,
    i32 u0xFFFFFED4, i32 u0x0000000A, i32 u0xFFFFFFFB, i32 u0x00000064,
    i32 u0x7FFFFFFF, i32 u0x00000001, i32 u0x00000001, i32 u0xFFFFFFFF,
    i32 u0x01000001, i32 u0x00000005, i32 u0x00000000, i32 u0xFFFFFFF9],
  [240 x i32] zeroinitializer}>, align 64
@p = internal addrspace(1) global <{[16 x i32], [16 x i32], [16 x i32], [16 x i32], [192 x i32]}> <{
  [16 x i32] [
    i32 u0x00000005, i32 u0x00000002, i32 u0x00000002, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000001, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0xFFFFFFFB, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x3F000000, i32 u0x3F000000, i32 u0x3F000000, i32 u0x3F800000,
    i32 u0x3F800000, i32 u0x3F800000, i32 u0x3F800000, i32 u0x3F800000,
    i32 u0x30000000, i32 u0x7FC00000, i32 u0x7F800000, i32 u0x7F800000,
    i32 u0x33800000, i32 u0x3F800000, i32 u0x7F800000, i32 u0x40000000],
  [16 x i32] [
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x007F8000, i32 u0x007F8000, i32 u0x007F8000, i32 u0x007F8000,
    i32 u0x007F8000, i32 u0x007F80FD, i32 u0x007F0000, i32 u0x00068000,
    i32 u0x007F8000, i32 u0x007F8005, i32 u0x007F8000, i32 u0x007F8000,
    i32 u0x007F8000, i32 u0x00050505, i32 u0x007F8000, i32 u0x007F8000],
  [192 x i32] zeroinitializer}>, align 64
@c = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344],
  [240 x i32] zeroinitializer}>, align 64
@want = internal constant [16 x i8] [
    i8 8, i8 6, i8 -6, i8 127,
    i8 -128, i8 7, i8 0, i8 6,
    i8 -1, i8 5, i8 127, i8 -128,
    i8 1, i8 5, i8 0, i8 -14]
@before = internal constant [12 x i32] [
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344]
@result = internal addrspace(1) global [1024 x i8] zeroinitializer, align 64

declare <256 x i32> @matrix.tpost.i8.i32(<256 x i32>, i64, <256 x i32>, <256 x i32>)
declare i64 @differences(ptr, ptr, i64)

define i64 @main(i32 %argc, ptr %argv) {
  %c = load <256 x i32>, ptr addrspace(1) @c, align 64
  %a = load <256 x i32>, ptr addrspace(1) @a, align 64
  %p = load <256 x i32>, ptr addrspace(1) @p, align 64
  %value = call <256 x i32> @matrix.tpost.i8.i32(<256 x i32> %c, i64 0, <256 x i32> %a, <256 x i32> %p)
  store <256 x i32> %value, ptr addrspace(1) @result, align 64
  %got = getelementptr i8, ptr addrspace(1) @result, i64 0
  %flat = addrspacecast ptr addrspace(1) %got to ptr
  %n = call i64 @differences(ptr %flat, ptr @want, i64 16)
  %kept = getelementptr i8, ptr addrspace(1) @result, i64 16
  %kept.flat = addrspacecast ptr addrspace(1) %kept to ptr
  %m = call i64 @differences(ptr %kept.flat, ptr @before, i64 48)
  %all = add i64 %n, %m
  ret i64 %all
}
