; Intrinsics that are lowered by others: floating-point intrinsics with exponents and
; results of other widths than C's, the environment, which has no state, and vectors.
;
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && matrix-sim --functional %t.0
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && matrix-sim --functional %t.2

@three = global double 3.5
@narrow = global float -2.5
@bits = global i16 15872                             ; 1.5 as f16

define i1 @exponents(double %x, float %y, i64 %e) noinline {
  %a = call double @llvm.ldexp.f64.i64(double %x, i64 %e)
  %ok1 = fcmp oeq double %a, 28.0
  %e8 = trunc i64 %e to i8
  %b = call float @llvm.ldexp.f32.i8(float %y, i8 %e8)
  %ok2 = fcmp oeq float %b, -20.0
  %large = shl i64 %e, 40
  %c = call double @llvm.ldexp.f64.i64(double %x, i64 %large)
  %ok3 = fcmp oeq double %c, 0x7FF0000000000000
  %small = sub i64 0, %large
  %d = call double @llvm.ldexp.f64.i64(double %x, i64 %small)
  %ok4 = fcmp oeq double %d, 0.0
  %v = insertelement <2 x double> <double poison, double 2.5>, double %x, i64 0
  %w = insertelement <2 x i64> <i64 poison, i64 1>, i64 %e, i64 0
  %l = call <2 x double> @llvm.ldexp.v2f64.v2i64(<2 x double> %v, <2 x i64> %w)
  %each = fcmp oeq <2 x double> %l, <double 28.0, double 5.0>
  %ok5 = call i1 @llvm.vector.reduce.and.v2i1(<2 x i1> %each)
  %e16 = trunc i64 %e to i16
  %p = call double @llvm.powi.f64.i16(double %x, i16 %e16)
  %ok6 = fcmp oeq double %p, 42.875
  %f = call { double, i64 } @llvm.frexp.f64.i64(double %x)
  %fraction = extractvalue { double, i64 } %f, 0
  %exponent = extractvalue { double, i64 } %f, 1
  %ok7 = fcmp oeq double %fraction, 0.875
  %ok8 = icmp eq i64 %exponent, 2
  %ok12 = and i1 %ok1, %ok2
  %ok34 = and i1 %ok3, %ok4
  %ok56 = and i1 %ok5, %ok6
  %ok78 = and i1 %ok7, %ok8
  %ok1234 = and i1 %ok12, %ok34
  %ok5678 = and i1 %ok56, %ok78
  %ok = and i1 %ok1234, %ok5678
  ret i1 %ok
}

define i1 @integers(double %x, float %y) noinline {
  %huge = fmul double %x, 0x4630000000000000           ; 2^100
  %a = call i128 @llvm.lrint.i128.f64(double %huge)
  %ok1 = icmp eq i128 %a, 4436777100798802905238461218816
  %b = call i128 @llvm.lround.i128.f32(float %y)
  %ok2 = icmp eq i128 %b, -3
  %c = call i24 @llvm.lrint.i24.f32(float %y)
  %ok3 = icmp eq i24 %c, -2
  %d = call i100 @llvm.llround.i100.f64(double %x)
  %ok4 = icmp eq i100 %d, 4
  %ok12 = and i1 %ok1, %ok2
  %ok34 = and i1 %ok3, %ok4
  %ok = and i1 %ok12, %ok34
  ret i1 %ok
}

define i1 @narrowFloats(i16 %bits) noinline {
  %b = call bfloat @llvm.convert.from.fp16.bf16(i16 %bits)
  %wide = fpext bfloat %b to float
  %ok1 = fcmp oeq float %wide, 1.5
  %back = call i16 @llvm.convert.to.fp16.bf16(bfloat %b)
  %ok2 = icmp eq i16 %back, %bits
  %h = bitcast i16 %bits to half
  %fenced = call half @llvm.arithmetic.fence.f16(half %h)
  %ok3 = fcmp oeq half %fenced, 1.5
  %ok12 = and i1 %ok1, %ok2
  %ok = and i1 %ok12, %ok3
  ret i1 %ok
}

define i1 @environment(double %x) strictfp noinline {
  %e = call i64 @llvm.get.fpenv.i64() strictfp
  %m = call i32 @llvm.get.fpmode.i32() strictfp
  %r = call double @llvm.experimental.constrained.fadd.f64(double %x, double 1.5, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  call void @llvm.set.fpenv.i64(i64 %e) strictfp
  call void @llvm.reset.fpenv() strictfp
  call void @llvm.set.fpmode.i32(i32 %m) strictfp
  call void @llvm.reset.fpmode() strictfp
  %ok = call i1 @llvm.experimental.constrained.fcmp.f64(double %r, double 5.0, metadata !"oeq", metadata !"fpexcept.strict") strictfp
  ret i1 %ok
}

; The address of the second argument on the stack.
define i64 @frame(i64 %n, [8 x i64] %others, i64 %second) noinline {
  %p = call ptr @llvm.eh.dwarf.cfa(i32 8)
  %space = alloca i8, i64 %n
  store volatile i8 3, ptr %space
  %r = load i64, ptr %p
  ret i64 %r
}

define i1 @vectors(<6 x i16> %v, <3 x i16> %set, i16 %x) noinline {
  %found = call <6 x i1> @llvm.experimental.vector.match.v6i16.v3i16(<6 x i16> %v, <3 x i16> %set, <6 x i1> <i1 1, i1 1, i1 0, i1 1, i1 1, i1 1>)
  %bits = bitcast <6 x i1> %found to i6
  %ok1 = icmp eq i6 %bits, 10                         ; elements 1 and 3, not 2
  %parts = call { <2 x i16>, <2 x i16>, <2 x i16> } @llvm.vector.deinterleave3.v6i16(<6 x i16> %v)
  %p0 = extractvalue { <2 x i16>, <2 x i16>, <2 x i16> } %parts, 0
  %p1 = extractvalue { <2 x i16>, <2 x i16>, <2 x i16> } %parts, 1
  %p2 = extractvalue { <2 x i16>, <2 x i16>, <2 x i16> } %parts, 2
  %second = extractelement <2 x i16> %p1, i64 1
  %ok2 = icmp eq i16 %second, 5
  %again = call <6 x i16> @llvm.vector.interleave3.v6i16(<2 x i16> %p0, <2 x i16> %p1, <2 x i16> %p2)
  %same = icmp eq <6 x i16> %again, %v
  %ok3 = call i1 @llvm.vector.reduce.and.v6i1(<6 x i1> %same)
  %sums = call <2 x i16> @llvm.vector.partial.reduce.add.v2i16.v6i16(<2 x i16> %p0, <6 x i16> %v)
  %sum = call i16 @llvm.vector.reduce.add.v2i16(<2 x i16> %sums)
  %ok4 = icmp eq i16 %sum, %x
  %ok12 = and i1 %ok1, %ok2
  %ok34 = and i1 %ok3, %ok4
  %wide = call i1 @llvm.experimental.widenable.condition()
  %ok123 = and i1 %ok12, %wide
  %ok = and i1 %ok123, %ok34
  ret i1 %ok
}

define i32 @main() {
  %x = load volatile double, ptr @three
  %y = load volatile float, ptr @narrow
  %bits = load volatile i16, ptr @bits
  %ok1 = call i1 @exponents(double %x, float %y, i64 3)
  %ok2 = call i1 @integers(double %x, float %y)
  %ok3 = call i1 @narrowFloats(i16 %bits)
  %ok4 = call i1 @environment(double %x)
  %ok12 = and i1 %ok1, %ok2
  %ok34 = and i1 %ok3, %ok4
  %f = call i64 @frame(i64 100, [8 x i64] zeroinitializer, i64 77)
  %ok5 = icmp eq i64 %f, 77
  %ok6 = call i1 @vectors(<6 x i16> <i16 1, i16 2, i16 3, i16 4, i16 5, i16 6>, <3 x i16> <i16 2, i16 3, i16 4>, i16 26)
  %ok1234 = and i1 %ok12, %ok34
  %ok56 = and i1 %ok5, %ok6
  %ok = and i1 %ok1234, %ok56
  %status = select i1 %ok, i32 0, i32 1
  ret i32 %status
}
