; f32 to bf16 in column block 1 of a row; block 0 is preserved. Ties round to even, from
; subnormal numbers up to infinity; every NaN becomes the canonical one.
;
; RUN: llc -mtriple=matrix -mcpu=base -verify-machineinstrs -filetype=obj %s -o %t.o
; RUN: llc -mtriple=matrix -mcpu=base -filetype=obj %S/Inputs/differences.ll -o %t.differences.o
; RUN: matrix-ld %t.o %t.differences.o -o %t.elf
; RUN: matrix-sim %t.elf

@a = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x3F800000, i32 u0x3F808000, i32 u0x3F818000, i32 u0x3F808001,
    i32 u0x7F7FFFFF, i32 u0x7F7F7FFF, i32 u0x7F800000, i32 u0xFF800000,
    i32 u0x7F800001, i32 u0xFFFFFFFF, i32 u0x00008000, i32 u0x00018000,
    i32 u0x00000001, i32 u0x80000000, i32 u0x00008001, i32 u0xBF808000],
  [240 x i32] zeroinitializer}>, align 64
@c = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344],
  [240 x i32] zeroinitializer}>, align 64
@want = internal constant [16 x i16] [
    i16 u0x3F80, i16 u0x3F80, i16 u0x3F82, i16 u0x3F81,
    i16 u0x7F80, i16 u0x7F7F, i16 u0x7F80, i16 u0xFF80,
    i16 u0x7FC0, i16 u0x7FC0, i16 u0x0000, i16 u0x0002,
    i16 u0x0000, i16 u0x8000, i16 u0x0001, i16 u0xBF80]
@before = internal constant [8 x i32] [
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344,
    i32 u0x11223344, i32 u0x11223344, i32 u0x11223344, i32 u0x11223344]
@result = internal addrspace(1) global [1024 x i8] zeroinitializer, align 64

declare <256 x i32> @matrix.tcvtn.bf16.f32(<256 x i32>, i64, <256 x i32>)
declare i64 @differences(ptr, ptr, i64)

define i64 @main(i32 %argc, ptr %argv) {
  %c = load <256 x i32>, ptr addrspace(1) @c, align 64
  %a = load <256 x i32>, ptr addrspace(1) @a, align 64
  %value = call <256 x i32> @matrix.tcvtn.bf16.f32(<256 x i32> %c, i64 1, <256 x i32> %a)
  store <256 x i32> %value, ptr addrspace(1) @result, align 64
  %got = getelementptr i8, ptr addrspace(1) @result, i64 32
  %flat = addrspacecast ptr addrspace(1) %got to ptr
  %n = call i64 @differences(ptr %flat, ptr @want, i64 32)
  %kept = getelementptr i8, ptr addrspace(1) @result, i64 0
  %kept.flat = addrspacecast ptr addrspace(1) %kept to ptr
  %m = call i64 @differences(ptr %kept.flat, ptr @before, i64 32)
  %all = add i64 %n, %m
  ret i64 %all
}
