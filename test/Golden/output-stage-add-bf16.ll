; clamp((ta + bias) * scale + td * scale2, lo, hi) in column block 1, the
; parameters in rows 4 to 7, by columns:
;   10 * 0.5 + 4 * 0.25 = 6
;   4097 * (1 + 2^-12) - 4098: the product is rounded to 4098 first, so 0
;   -5 + 1 with lo 0;  256 + 1 with hi 100
;   0 * 1 + 0 * -1 = 0 + -0 = 0;  2 + 2^-8 rounds to 2;  0 + inf;  inf * 0 is NaN
;
; RUN: llc -mtriple=matrix -mcpu=base -verify-machineinstrs -filetype=obj %s -o %t.o
; RUN: llc -mtriple=matrix -mcpu=base -filetype=obj %S/Inputs/differences.ll -o %t.differences.o
; RUN: matrix-ld %t.o %t.differences.o -o %t.elf
; RUN: matrix-sim %t.elf

@a = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x0000000A, i32 u0x00001001, i32 u0xFFFFFFFB, i32 u0x0000012C,
    i32 u0x00000000, i32 u0x00000001, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [240 x i32] zeroinitializer}>, align 64
@p = internal addrspace(1) global <{[16 x i32], [16 x i32], [16 x i32], [16 x i32], [16 x i32], [16 x i32], [16 x i32], [16 x i32], [128 x i32]}> <{
  [16 x i32] [
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0xFFFFFFD4,
    i32 u0x00000000, i32 u0x00000001, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x3F000000, i32 u0x3F800800, i32 u0x3F800000, i32 u0x3F800000,
    i32 u0x3F800000, i32 u0x3F800000, i32 u0x3F800000, i32 u0x3F800000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x3E800000, i32 u0xC5801000, i32 u0x3F800000, i32 u0x3F800000,
    i32 u0xBF800000, i32 u0x3F800000, i32 u0x3F800000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x7F80FF80, i32 u0x7F80FF80, i32 u0x7F800000, i32 u0x42C8FF80,
    i32 u0x7F80FF80, i32 u0x7F80FF80, i32 u0x7F80FF80, i32 u0x7F80FF80,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [128 x i32] zeroinitializer}>, align 64
@c = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x3F804080, i32 u0x3F803F80, i32 u0x3B800000, i32 u0x7F807F80,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [240 x i32] zeroinitializer}>, align 64
@want = internal constant [8 x i16] [
    i16 u0x40C0, i16 u0x0000, i16 u0x0000, i16 u0x42C8,
    i16 u0x0000, i16 u0x4000, i16 u0x7F80, i16 u0x7FC0]
@before = internal constant [8 x i32] [
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344]
@result = internal addrspace(1) global [1024 x i8] zeroinitializer, align 64

declare <256 x i32> @matrix.tposta.bf16.i32(<256 x i32>, i64, <256 x i32>, <256 x i32>)
declare i64 @differences(ptr, ptr, i64)

define i64 @main(i32 %argc, ptr %argv) {
  %c = load <256 x i32>, ptr addrspace(1) @c, align 64
  %a = load <256 x i32>, ptr addrspace(1) @a, align 64
  %p = load <256 x i32>, ptr addrspace(1) @p, align 64
  %value = call <256 x i32> @matrix.tposta.bf16.i32(<256 x i32> %c, i64 1, <256 x i32> %a, <256 x i32> %p)
  store <256 x i32> %value, ptr addrspace(1) @result, align 64
  %got = getelementptr i8, ptr addrspace(1) @result, i64 32
  %flat = addrspacecast ptr addrspace(1) %got to ptr
  %n = call i64 @differences(ptr %flat, ptr @want, i64 16)
  %kept = getelementptr i8, ptr addrspace(1) @result, i64 0
  %kept.flat = addrspacecast ptr addrspace(1) %kept to ptr
  %m = call i64 @differences(ptr %kept.flat, ptr @before, i64 32)
  %all = add i64 %n, %m
  ret i64 %all
}
