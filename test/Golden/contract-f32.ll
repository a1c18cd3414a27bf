; td[0][j] = c[0][j] + sum_k ta[0][k] * tb[j][k], computed by hand:
;   j = 0   2^24 + 1 - 2^24 + 1 in this order: 2^24 + 1 is rounded to 2^24, so 1
;   j = 1   (1 + 2^-12)^2 - (1 + 2^-11): only a fused step leaves 2^-24
;   j = 2   2^-75 * 2^-74 = 2^-149: subnormal numbers are preserved
;   j = 3   inf - inf: the quiet NaN with positive sign
;
; RUN: llc -mtriple=matrix -mcpu=base -verify-machineinstrs -filetype=obj %s -o %t.o
; RUN: llc -mtriple=matrix -mcpu=base -filetype=obj %S/Inputs/differences.ll -o %t.differences.o
; RUN: matrix-ld %t.o %t.differences.o -o %t.elf
; RUN: matrix-sim %t.elf

@a = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x4B800000, i32 u0x3F800000, i32 u0xCB800000, i32 u0x3F800000,
    i32 u0x3F800800, i32 u0x1A000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [240 x i32] zeroinitializer}>, align 64
@b = internal addrspace(1) global <{[16 x i32], [16 x i32], [16 x i32], [16 x i32], [192 x i32]}> <{
  [16 x i32] [
    i32 u0x3F800000, i32 u0x3F800000, i32 u0x3F800000, i32 u0x3F800000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x3F800800, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x1A800000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [16 x i32] [
    i32 u0x7F800000, i32 u0x00000000, i32 u0x7F800000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [192 x i32] zeroinitializer}>, align 64
@c = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x00000000, i32 u0xBF801000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [240 x i32] zeroinitializer}>, align 64
@want = internal constant [16 x i32] [
    i32 u0x3F800000, i32 u0x33800000, i32 u0x00000001, i32 u0x7FC00000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000]
@result = internal addrspace(1) global [1024 x i8] zeroinitializer, align 64

declare <256 x i32> @matrix.tmma.f32.f32(<256 x i32>, <256 x i32>, <256 x i32>)
declare i64 @differences(ptr, ptr, i64)

define i64 @main(i32 %argc, ptr %argv) {
  %c = load <256 x i32>, ptr addrspace(1) @c, align 64
  %a = load <256 x i32>, ptr addrspace(1) @a, align 64
  %b = load <256 x i32>, ptr addrspace(1) @b, align 64
  %value = call <256 x i32> @matrix.tmma.f32.f32(<256 x i32> %c, <256 x i32> %a, <256 x i32> %b)
  store <256 x i32> %value, ptr addrspace(1) @result, align 64
  %got = getelementptr i8, ptr addrspace(1) @result, i64 0
  %flat = addrspacecast ptr addrspace(1) %got to ptr
  %n = call i64 @differences(ptr %flat, ptr @want, i64 64)
  %all = add i64 %n, 0
  ret i64 %all
}
