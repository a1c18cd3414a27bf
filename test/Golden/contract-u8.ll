; td[0][j] = c[0][j] + sum of 64 products of an unsigned by a signed byte:
;   j = 0   7 + 64 * 255 * -128 = -2088953
;   j = 1   64 * 255 * 1 = 16320
;   j = 2   2^31 - 1 + 255: modulo 2^32
;
; RUN: llc -mtriple=matrix -mcpu=base -verify-machineinstrs -filetype=obj %s -o %t.o
; RUN: llc -mtriple=matrix -mcpu=base -filetype=obj %S/Inputs/differences.ll -o %t.differences.o
; RUN: matrix-ld %t.o %t.differences.o -o %t.elf
; RUN: matrix-sim %t.elf

@a = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0xFFFFFFFF, i32 u0xFFFFFFFF, i32 u0xFFFFFFFF, i32 u0xFFFFFFFF,
    i32 u0xFFFFFFFF, i32 u0xFFFFFFFF, i32 u0xFFFFFFFF, i32 u0xFFFFFFFF,
    i32 u0xFFFFFFFF, i32 u0xFFFFFFFF, i32 u0xFFFFFFFF, i32 u0xFFFFFFFF,
    i32 u0xFFFFFFFF, i32 u0xFFFFFFFF, i32 u0xFFFFFFFF, i32 u0xFFFFFFFF],
  [240 x i32] zeroinitializer}>, align 64
@b = internal addrspace(1) global <{[16 x i32], [16 x i32], [16 x i32], [208 x i32]}> <{
  [16 x i32] [
    i32 u0x80808080, i32 u0x80808080, i32 u0x80808080, i32 u0x80808080,
    i32 u0x80808080, i32 u0x80808080, i32 u0x80808080, i32 u0x80808080,
    i32 u0x80808080, i32 u0x80808080, i32 u0x80808080, i32 u0x80808080,
    i32 u0x80808080, i32 u0x80808080, i32 u0x80808080, i32 u0x80808080],
  [16 x i32] [
    i32 u0x01010101, i32 u0x01010101, i32 u0x01010101, i32 u0x01010101,
    i32 u0x01010101, i32 u0x01010101, i32 u0x01010101, i32 u0x01010101,
    i32 u0x01010101, i32 u0x01010101, i32 u0x01010101, i32 u0x01010101,
    i32 u0x01010101, i32 u0x01010101, i32 u0x01010101, i32 u0x01010101],
  [16 x i32] [
    i32 u0x00000001, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [208 x i32] zeroinitializer}>, align 64
@c = internal addrspace(1) global <{[16 x i32], [240 x i32]}> <{
  [16 x i32] [
    i32 u0x00000007, i32 u0x00000000, i32 u0x7FFFFFFF, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000],
  [240 x i32] zeroinitializer}>, align 64
@want = internal constant [16 x i32] [
    i32 u0xFFE02007, i32 u0x00003FC0, i32 u0x800000FE, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000,
    i32 u0x00000000, i32 u0x00000000, i32 u0x00000000, i32 u0x00000000]
@result = internal addrspace(1) global [1024 x i8] zeroinitializer, align 64

declare <256 x i32> @matrix.tmma.i32.u8(<256 x i32>, <256 x i32>, <256 x i32>)
declare i64 @differences(ptr, ptr, i64)

define i64 @main(i32 %argc, ptr %argv) {
  %c = load <256 x i32>, ptr addrspace(1) @c, align 64
  %a = load <256 x i32>, ptr addrspace(1) @a, align 64
  %b = load <256 x i32>, ptr addrspace(1) @b, align 64
  %value = call <256 x i32> @matrix.tmma.i32.u8(<256 x i32> %c, <256 x i32> %a, <256 x i32> %b)
  store <256 x i32> %value, ptr addrspace(1) @result, align 64
  %got = getelementptr i8, ptr addrspace(1) @result, i64 0
  %flat = addrspacecast ptr addrspace(1) %got to ptr
  %n = call i64 @differences(ptr %flat, ptr @want, i64 64)
  %all = add i64 %n, 0
  ret i64 %all
}
