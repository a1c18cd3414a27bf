; Conversions of more than 64 bits to bf16 round once: f32, to which they would round first, makes these numbers ties.
;
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && matrix-sim --functional %t.0
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && matrix-sim --functional %t.2

define i1 @s_65(i65 %x, i16 %expected) noinline {
  %y = sitofp i65 %x to bfloat
  %bits = bitcast bfloat %y to i16
  %ok = icmp eq i16 %bits, %expected
  ret i1 %ok
}
define i1 @u_65(i65 %x, i16 %expected) noinline {
  %y = uitofp i65 %x to bfloat
  %bits = bitcast bfloat %y to i16
  %ok = icmp eq i16 %bits, %expected
  ret i1 %ok
}
define i1 @s_100(i100 %x, i16 %expected) noinline {
  %y = sitofp i100 %x to bfloat
  %bits = bitcast bfloat %y to i16
  %ok = icmp eq i16 %bits, %expected
  ret i1 %ok
}
define i1 @u_100(i100 %x, i16 %expected) noinline {
  %y = uitofp i100 %x to bfloat
  %bits = bitcast bfloat %y to i16
  %ok = icmp eq i16 %bits, %expected
  ret i1 %ok
}
define i1 @s_128(i128 %x, i16 %expected) noinline {
  %y = sitofp i128 %x to bfloat
  %bits = bitcast bfloat %y to i16
  %ok = icmp eq i16 %bits, %expected
  ret i1 %ok
}
define i1 @u_128(i128 %x, i16 %expected) noinline {
  %y = uitofp i128 %x to bfloat
  %bits = bitcast bfloat %y to i16
  %ok = icmp eq i16 %bits, %expected
  ret i1 %ok
}
define i32 @main() {
  %c0 = call i1 @s_128(i128 1272602360385370922596299702273, i16 29057)
  %a0 = and i1 true, %c0
  %c1 = call i1 @s_128(i128 -1272602360385370922596299702273, i16 61825)
  %a1 = and i1 %a0, %c1
  %c2 = call i1 @s_128(i128 1272602360385370922596299702272, i16 29056)
  %a2 = and i1 %a1, %c2
  %c3 = call i1 @u_128(i128 -169476569462576773795235400185743933439, i16 32513)
  %a3 = and i1 %a2, %c3
  %c4 = call i1 @u_128(i128 -1, i16 32640)
  %a4 = and i1 %a3, %c4
  %c5 = call i1 @s_128(i128 -170141183460469231731687303715884105728, i16 65280)
  %a5 = and i1 %a4, %c5
  %c6 = call i1 @s_128(i128 -1344804886360520355789398549268004863, i16 64385)
  %a6 = and i1 %a5, %c6
  %c7 = call i1 @u_100(i100 1185203306735838691329, i16 25217)
  %a7 = and i1 %a6, %c7
  %c8 = call i1 @u_100(i100 -631349420035543940198552305664, i16 28929)
  %a8 = and i1 %a7, %c8
  %c9 = call i1 @s_65(i65 -9259400833873739777, i16 57089)
  %a9 = and i1 %a8, %c9
  %c10 = call i1 @s_128(i128 9042383626829825, i16 23041)
  %a10 = and i1 %a9, %c10
  %c11 = call i1 @u_128(i128 257, i16 17280)
  %a11 = and i1 %a10, %c11
  %c12 = call i1 @s_100(i100 -12345, i16 50753)
  %a12 = and i1 %a11, %c12
  %c13 = call i1 @u_128(i128 19884411881021420665567182849, i16 28289)
  %a13 = and i1 %a12, %c13
  %c14 = call i1 @s_128(i128 -19884411881021420665567182849, i16 61057)
  %a14 = and i1 %a13, %c14
  %status = select i1 %a14, i32 0, i32 1
  ret i32 %status
}
