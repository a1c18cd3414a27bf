; f128 to bf16 rounds once: 1 + 2^-8 + 2^-100 is above the middle of 1 and 1 + 2^-7, and
; f32 or f64 in between would round it to the middle.
;
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && matrix-sim --functional %t.0
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && matrix-sim --functional %t.2

@above = global fp128 0xL00000000000010003FFF010000000000
@huge = global fp128 0xL0000000000000000C0FF000000000000

define i32 @main() {
  %a = load volatile fp128, ptr @above
  %b = fptrunc fp128 %a to bfloat
  %bits = bitcast bfloat %b to i16
  %ok1 = icmp eq i16 %bits, u0x3f81
  %h = load volatile fp128, ptr @huge
  %i = fptrunc fp128 %h to bfloat
  %infinite = bitcast bfloat %i to i16
  %ok2 = icmp eq i16 %infinite, u0xff80
  %ok = and i1 %ok1, %ok2
  %status = select i1 %ok, i32 0, i32 1
  ret i32 %status
}
