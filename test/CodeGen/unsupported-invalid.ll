; Unsupported features of LLVM IR: each is reported with its function and
; location, and no output is written.
;
; RUN: split-file %s %t
; RUN: not llc -mtriple=matrix %t/exceptions.ll -o %t/x.s 2>&1 | FileCheck --implicit-check-not={{.}} %t/exceptions.ll
; RUN: not ls %t/x.s
; RUN: not llc -mtriple=matrix -O0 %t/functions.ll -o %t/x.s 2>&1 | FileCheck --implicit-check-not={{.}} %t/functions.ll
; RUN: not llc -mtriple=matrix %t/calls.ll -o %t/x.s 2>&1 | FileCheck --implicit-check-not={{.}} %t/calls.ll
; RUN: not llc -mtriple=matrix %t/types.ll -o %t/x.s 2>&1 | FileCheck --implicit-check-not={{.}} %t/types.ll
; RUN: not llc -mtriple=matrix %t/globals.ll -o %t/x.s 2>&1 | FileCheck --implicit-check-not={{.}} %t/globals.ll
; RUN: not llc -mtriple=matrix %t/rounding.ll -o %t/x.s 2>&1 | FileCheck --implicit-check-not={{.}} %t/rounding.ll
; RUN: not llc -mtriple=matrix %t/registers.ll -o %t/x.s 2>&1 | FileCheck %t/registers.ll
; RUN: not llc -mtriple=matrix -code-model=large %t/fine.ll -o %t/x.s 2>&1 | FileCheck --check-prefix=LARGE %s
; RUN: not llc -mtriple=matrix -float-abi=soft %t/fine.ll -o %t/x.s 2>&1 | FileCheck --check-prefix=SOFT %s
; RUN: not llc -mtriple=matrix %t/variadic.ll -o %t/x.s 2>&1 | FileCheck --implicit-check-not={{.}} %t/variadic.ll
; RUN: llc -mtriple=matrix -verify-machineinstrs %t/fine.ll -o /dev/null
; RUN: llc -mtriple=matrix -verify-machineinstrs -filetype=obj %t/fine.ll -o /dev/null
; RUN: not ls %t/x.s

; LARGE: only the small code model is supported
; SOFT: floats are passed in floating-point registers

;--- exceptions.ll
declare void @may()
declare i32 @personality(...)
define i32 @f() personality ptr @personality !dbg !4 {
; CHECK: error: f.cpp:7:3: in function 'f': 'invoke' is not supported; there is no unwinding; compile with -fno-exceptions
  invoke void @may() to label %ok unwind label %pad, !dbg !5
ok:
  ret i32 0
pad:
; CHECK: error: in function 'f': 'landingpad' is not supported; there is no unwinding; compile with -fno-exceptions
  %l = landingpad { ptr, i32 } cleanup catch ptr null
; CHECK: error: in function 'f': 'resume' is not supported; there is no unwinding; compile with -fno-exceptions
  resume { ptr, i32 } %l
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.cpp", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 7, column: 3, scope: !4)

;--- functions.ll
; Garbage collectors are reported first.
; CHECK: error: in function 'collected': gc "statepoint-example" is not supported; there is no garbage collector
; CHECK: error: in function 'shadow': attribute 'shadowcallstack' is not supported; compile without -fsanitize
define void @shadow() shadowcallstack { ret void }
; CHECK: error: in function 'safe': attribute 'safestack' is not supported; compile without -fsanitize
define void @safe() safestack {
  %a = alloca [4 x i8]
  ret void
}
; CHECK: error: {{.*}}'llvm.lrint.i256.f64' is not supported; use other types
define i256 @wide(double %x) {
  %r = call i256 @llvm.lrint.i256.f64(double %x)
  ret i256 %r
}
; CHECK: error: in function 'split': attribute 'split-stack' is not supported; compile without it
define void @split() "split-stack" { ret void }
; CHECK: error: in function 'grouped': attribute 'split-stack' is not supported; compile without it
$grouped = comdat any
@table = global [2 x ptr] [ptr blockaddress(@grouped, %to), ptr @other]
@other = alias i32 (ptr), ptr @grouped
define linkonce_odr i32 @grouped(ptr %l) "split-stack" comdat {
  indirectbr ptr %l, [label %to]
to:
  ret i32 1
}
; CHECK: error: in function 'interrupt': attribute 'interrupt' is not supported; there are no interrupts
define void @interrupt() "interrupt"="machine" { ret void }
; CHECK: error: in function 'xray': attribute 'function-instrument' is not supported; compile without -fxray-instrument
define void @xray() "function-instrument"="xray-always" { ret void }
; CHECK: error: in function 'probed': attribute 'probe-stack' is not supported; compile without it
define void @probed() "probe-stack"="inline-asm" { ret void }
; CHECK: error: in function 'zeroed': attribute 'zero-call-used-regs' is not supported; compile without it
define void @zeroed() "zero-call-used-regs"="used-gpr" { ret void }
; CHECK: error: in function 'coroutine': attribute 'presplitcoroutine' is not supported; run opt, which splits coroutines
define void @coroutine() presplitcoroutine { ret void }
define void @collected() gc "statepoint-example" { ret void }
; CHECK: error: in function 'odd': prologue data of 3 bytes is not supported; use a multiple of 4
define void @odd() prologue [3 x i8] c"abc" { ret void }
; CHECK: error: in function 'haskell': calling convention ghccc is not supported; use ccc, fastcc, coldcc, preserve_mostcc or preserve_allcc
define ghccc void @haskell() { ret void }
; CHECK: error: in function 'erlang': calling convention cc 11 is not supported; use ccc, fastcc, coldcc, preserve_mostcc or preserve_allcc
define cc 11 void @erlang() { ret void }

;--- calls.ll
; CHECK: error: in function 'camel': gc "ocaml" is not supported; there is no garbage collector
; CHECK: error: in function 'unknown': gc "no-such" is not supported; there is no garbage collector
; CHECK: error: in function 'g': gc "statepoint-example" is not supported; there is no garbage collector
declare tailcc void @tail()
declare void @plain()
declare void @inalloca(ptr inalloca(i64))
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare void @llvm.nothing()
declare i32 @llvm.eh.sjlj.setjmp(ptr)
declare i64 @llvm.riscv.orc.b.i64(i64)
declare ptr @llvm.thread.pointer.p0()
declare <256 x i32> @llvm.masked.load.v256i32.p0(ptr, <256 x i1>, <256 x i32>)
declare i32 @llvm.experimental.get.vector.length.i64(i64, i32 immarg, i1 immarg)
declare double @llvm.powi.f64.i64(double, i64)
declare i128 @llvm.udiv.fix.sat.i128(i128, i128, i32 immarg)
declare <4 x i1> @llvm.vp.is.fpclass.v4f32(<4 x float>, i32 immarg, <4 x i1>, i32)
declare <4 x float> @llvm.matrix.transpose.v4f32(<4 x float>, i32, i32)
define void @f(i64 %x, ptr %p) {
; CHECK: error: in function 'f': calling convention tailcc is not supported; use ccc, fastcc, coldcc, preserve_mostcc or preserve_allcc
  call tailcc void @tail()
; CHECK: error: in function 'f': operand bundle 'deopt' is not supported; call without it
  call void @plain() ["deopt"(i32 0)]
; CHECK: error: in function 'f': attribute 'inalloca' of parameter 1 is not supported; use the C calling convention's arguments
  call void @inalloca(ptr inalloca(i64) %p)
; CHECK: error: in function 'f': 'llvm.experimental.stackmap' is not supported; code is not patched
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 8, i64 %x)
; CHECK: error: in function 'f': 'llvm.experimental.patchpoint.void' is not supported; code is not patched
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 40, ptr null, i32 0, i64 %x)
  ret void
}
define void @overloads(ptr %p, <256 x i1> %m, <256 x i32> %t, double %d, i64 %i, <4 x float> %v) {
; CHECK: error: in function 'overloads': 'llvm.experimental.get.vector.length.i64' is not supported; use other types
  call i32 @llvm.experimental.get.vector.length.i64(i64 %i, i32 4, i1 true)
; CHECK: error: in function 'overloads': 'llvm.masked.load.v256i32.p0' is not supported; use other types
  call <256 x i32> @llvm.masked.load.v256i32.p0(ptr %p, <256 x i1> %m, <256 x i32> %t)
; CHECK: error: in function 'overloads': 'llvm.powi.f64.i64' is not supported; use other types
  call double @llvm.powi.f64.i64(double %d, i64 %i)
; CHECK: error: in function 'overloads': 'llvm.udiv.fix.sat.i128' is not supported; use other types
  %wide = zext i64 %i to i128
  call i128 @llvm.udiv.fix.sat.i128(i128 %wide, i128 %wide, i32 31)
; CHECK: error: in function 'overloads': 'llvm.vp.is.fpclass.v4f32' is not supported; write it with operations on elements
  call <4 x i1> @llvm.vp.is.fpclass.v4f32(<4 x float> %v, i32 3, <4 x i1> splat (i1 true), i32 4)
; CHECK: error: in function 'overloads': atomic 'load' of a vector is not supported; use an integer of the same size
  load atomic <2 x i32>, ptr %p seq_cst, align 8
; CHECK: error: in function 'overloads': 'llvm.matrix.transpose.v4f32' is not supported; run opt, which lowers it
  call <4 x float> @llvm.matrix.transpose.v4f32(<4 x float> %v, i32 2, i32 2)
  ret void
}
define void @camel() gc "ocaml" { ret void }
define void @unknown() gc "no-such" { ret void }
define void @g(i64 %x, ptr %p) gc "statepoint-example" {
; CHECK: error: in function 'g': 'llvm.experimental.gc.statepoint.p0' is not supported; there is no garbage collector
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @plain, i32 0, i32 0, i32 0, i32 0)
; CHECK: error: in function 'g': 'llvm.nothing' is not supported; LLVM has no such intrinsic
  call void @llvm.nothing()
; CHECK: error: in function 'g': 'llvm.eh.sjlj.setjmp' is not supported; there is no unwinding
  call i32 @llvm.eh.sjlj.setjmp(ptr %p)
; CHECK: error: in function 'g': 'llvm.riscv.orc.b.i64' is not supported; it is an instruction of another machine
  call i64 @llvm.riscv.orc.b.i64(i64 %x)
; CHECK: error: in function 'g': 'va_arg' of this type is not supported; read an integer, a pointer, double or fp128
  %h = va_arg ptr %p, half
  ret void
}

;--- types.ll
; CHECK: error: in function 'sum': type '<vscale x 4 x i32>' is not supported; use vectors of a fixed size, float, double or fp128
define void @sum(<vscale x 4 x i32> %a) {
  ret void
}
define void @local(ptr %p) {
; CHECK: error: in function 'local': type '<vscale x 2 x i64>' is not supported; use vectors of a fixed size, float, double or fp128
  %v = load <vscale x 2 x i64>, ptr %p
  ret void
}
define double @extended(double %x) {
; CHECK: error: in function 'extended': type 'x86_fp80' is not supported; use vectors of a fixed size, float, double or fp128
  %w = fpext double %x to x86_fp80
; CHECK: error: in function 'extended': type 'x86_fp80' is not supported; use vectors of a fixed size, float, double or fp128
  %r = fptrunc x86_fp80 %w to double
  ret double %r
}

;--- globals.ll
; CHECK: error: global variable 'own': thread-local variables are in addrspace(0); a scratchpad belongs to one core, remove thread_local
@own = thread_local addrspace(1) global i64 0
; CHECK: error: global variable 'elsewhere': addrspace(5) holds no globals; use addrspace(0) or addrspace(1)
@elsewhere = addrspace(5) global i64 0
; CHECK: error: comdat 'largest': ELF does not support this selection kind; use any or nodeduplicate
$largest = comdat largest
@largest = linkonce_odr global i64 1, comdat
; CHECK: error: module flag 'cfguard' is not supported; compile without it
; CHECK: error: 'ptrauth' of 'choose': pointers are not signed; use the address
@signed = global ptr ptrauth (ptr @choose, i32 0)
; CHECK: error: 'ptrauth' of 'signed': pointers are not signed; use the address
@inner = global ptr ptrauth (ptr getelementptr inbounds (i8, ptr @signed, i64 4), i32 0)
; CHECK: error: 'ptrauth': pointers are not signed; use the address
@null = global ptr ptrauth (ptr null, i32 0)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"cfguard", i32 2}
define ptr @choose() { ret ptr null }

;--- rounding.ll
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare void @llvm.set.rounding(i32)
define double @g(double %x, i32 %mode) strictfp {
; CHECK: error: in function 'g': the machine rounds to nearest even only
  %r = call double @llvm.experimental.constrained.fadd.f64(double %x, double %x, metadata !"round.upward", metadata !"fpexcept.strict")
; CHECK: error: in function 'g': the machine rounds to nearest even only
  call void @llvm.set.rounding(i32 2)
; CHECK: error: in function 'g': the machine rounds to nearest even only
  call void @llvm.set.rounding(i32 %mode)
  call void @llvm.set.rounding(i32 1)
  ret double %r
}

;--- variadic.ll
declare void @v(i32, ...)
define void @f(<256 x i32> %t) {
; CHECK: error: in function 'f': a tile is not a variadic argument; pass its address
  call void (i32, ...) @v(i32 1, <256 x i32> %t)
  ret void
}

;--- registers.ll
declare i64 @llvm.read_register.i64(metadata)
define i1 @allowed() {
  %r = call i1 @llvm.allow.runtime.check(metadata !"bounds")
  ret i1 %r
}
define <4 x ptr> @pointers(<4 x ptr> %p, <4 x i1> %m) {
  %r = call <4 x ptr> @llvm.masked.gather.v4p0.v4p0(<4 x ptr> %p, i32 8, <4 x i1> %m, <4 x ptr> poison)
  ret <4 x ptr> %r
}
define i64 @f() {
; CHECK-DAG: error: {{.*}}invalid register "r4" for llvm.read_register
  %r = call i64 @llvm.read_register.i64(metadata !0)
; CHECK-DAG: error: {{.*}}invalid register "x5" for llvm.read_register
  %s = call i64 @llvm.read_register.i64(metadata !1)
  ret i64 %r
}
!0 = !{!"r4"}
!1 = !{!"x5"}

;--- fine.ll
; Attributes without effect, and features that the code generator supports.
define void @off() "patchable-function-entry"="0" "fentry-call"="false" "sign-return-address"="none" "zero-call-used-regs"="skip" { ret void }
define void @instrumented() sanitize_address sanitize_thread { ret void }
define fastcc void @fast() { ret void }
define coldcc void @cold() { ret void }
define i64 @swift(ptr swiftself %a, ptr swiftasync %b, ptr swifterror %c) {
  %own = alloca swifterror ptr
  store ptr null, ptr %own
  %r = call i64 @swift(ptr swiftself %a, ptr swiftasync %b, ptr swifterror %own)
  ret i64 %r
}
define void @data() prefix i32 123 prologue i32 7 { ret void }
define void @bare() naked {
  call void asm sideeffect "ret", ""()
  unreachable
}
define i64 @stackPointer() {
  %r = call i64 @llvm.read_register.i64(metadata !{!"r2"})
  ret i64 %r
}
declare i64 @llvm.read_register.i64(metadata)
@equivalent = global ptr dso_local_equivalent @off
$group = comdat any
@group = linkonce_odr global i64 1, comdat
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"cfguard", i32 0}
