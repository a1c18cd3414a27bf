; f32 to i8 in column block 2 of a row: 0.5, 1.5, 2.5, -0.5, -1.5, 127.5, 126.5,
; -128.5, 1e9, inf, -inf, NaN, -129, 3.4999998, -0, 100. Blocks 0 and 1 are preserved.
;
; RUN: llc -mtriple=matrix -mcpu=base -verify-machineinstrs -filetype=obj %s -o %t.o
; RUN: llc -mtriple=matrix -mcpu=base -filetype=obj %S/Inputs/differences.ll -o %t.differences.o
; RUN: matrix-ld %t.o %t.differences.o -o %t.elf
; RUN: matrix-sim %t.elf

@a = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x3F000000, i32 u0x3FC00000, i32 u0x40200000, i32 u0xBF000000,
    i32 u0xBFC00000, i32 u0x42FF0000, i32 u0x42FD0000, i32 u0xC3008000,
    i32 u0x4E6E6B28, i32 u0x7F800000, i32 u0xFF800000, i32 u0x7FC00000,
    i32 u0xC3010000, i32 u0x405FFFFF, i32 u0x80000000, i32 u0x42C80000],
  [240 x i32] zeroinitializer}>, align 64
@c = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344],
  [240 x i32] zeroinitializer}>, align 64
@want = internal constant [16 x i8] [
    i8 0, i8 2, i8 2, i8 0,
    i8 -2, i8 127, i8 126, i8 -128,
    i8 127, i8 127, i8 -128, i8 0,
    i8 -128, i8 3, i8 0, i8 100]
@before = internal constant [8 x i32] [
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344]
@result = internal addrspace(1) global [1024 x i8] zeroinitializer, align 64

declare <256 x i32> @matrix.tcvtn.i8.f32(<256 x i32>, i64, <256 x i32>)
declare i64 @differences(ptr, ptr, i64)

define i64 @main(i32 %argc, ptr %argv) {
  %c = load <256 x i32>, ptr addrspace(1) @c, align 64
  %a = load <256 x i32>, ptr addrspace(1) @a, align 64
  %value = call <256 x i32> @matrix.tcvtn.i8.f32(<256 x i32> %c, i64 2, <256 x i32> %a)
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
