; Funnel shifts of more than 128 bits by a width other than a power of two: the amount is reduced without division.
;
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && matrix-sim --functional %t.0
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && matrix-sim --functional %t.2

@a = global i192 446371678960830626602075884953218503829881210822915872085
@b = global i192 370689283566087722155008556480083645315472507208383319535
@amount = global i192 1569275433846670190958947355801916755141316312944656701063
@twice = global i192 384
@right = global i160 730750818665451459101842416376588253902663477425

define i1 @left(i192 %a, i192 %b, i192 %n, i192 %expected) noinline {
  %shifted = call i192 @llvm.fshl.i192(i192 %a, i192 %b, i192 %n)
  %ok = icmp eq i192 %shifted, %expected
  ret i1 %ok
}
define i1 @right_by(i160 %a, i160 %b, i160 %n, i160 %expected) noinline {
  %shifted = call i160 @llvm.fshr.i160(i160 %a, i160 %b, i160 %n)
  %ok = icmp eq i160 %shifted, %expected
  ret i1 %ok
}
define i1 @lanes(i160 %a, i160 %n, i160 %expected) noinline {
  %x = insertelement <2 x i160> <i160 poison, i160 1>, i160 %a, i64 0
  %by = insertelement <2 x i160> <i160 poison, i160 161>, i160 %n, i64 0
  %shifted = call <2 x i160> @llvm.fshl.v2i160(<2 x i160> %x, <2 x i160> %x, <2 x i160> %by)
  %first = extractelement <2 x i160> %shifted, i64 0
  %second = extractelement <2 x i160> %shifted, i64 1
  %ok1 = icmp eq i160 %first, %expected
  %ok2 = icmp eq i160 %second, 2
  %ok = and i1 %ok1, %ok2
  ret i1 %ok
}
define i32 @main() {
  %a = load volatile i192, ptr @a
  %b = load volatile i192, ptr @b
  %n = load volatile i192, ptr @amount
  %twice = load volatile i192, ptr @twice
  %r = load volatile i160, ptr @right
  %c = trunc i192 %a to i160
  %d = trunc i192 %b to i160
  %ok1 = call i1 @left(i192 %a, i192 %b, i192 %n, i192 641659288506193330543608465142970745303595985156921010823)
  %ok2 = call i1 @left(i192 %a, i192 %b, i192 %twice, i192 %a)
  %ok3 = call i1 @right_by(i160 %c, i160 %d, i160 %r, i160 636385165800657574988160822589580550936428455341)
  %ok4 = call i1 @lanes(i160 %c, i160 %r, i160 974346516846719740543091534565236284323779619498)
  %ok12 = and i1 %ok1, %ok2
  %ok34 = and i1 %ok3, %ok4
  %ok = and i1 %ok12, %ok34
  %status = select i1 %ok, i32 0, i32 1
  ret i32 %status
}
