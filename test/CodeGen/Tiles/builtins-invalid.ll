; A call without an instruction of the variant, or with the wrong arguments, gives one
; line of diagnostics, an exit status, and no output.
;
; RUN: split-file %s %t
; RUN: not llc -mtriple=matrix %t/calls.ll -o %t/calls.s 2>&1 | FileCheck --implicit-check-not={{.}} %t/calls.ll
; RUN: not ls %t/calls.s
; RUN: not llc -mtriple=matrix -mcpu=qkv %t/variant.ll -o - 2>&1 | FileCheck %t/variant.ll
; RUN: not llc -mtriple=matrix %t/narrow.ll -o - 2>&1 | FileCheck %t/narrow.ll
; RUN: not llc -mtriple=matrix %t/located.ll -o - 2>&1 | FileCheck %t/located.ll
; RUN: not llc -mtriple=matrix %t/address.ll -o - 2>&1 | FileCheck --implicit-check-not=error: %t/address.ll

;--- address.ll
; CHECK-DAG: error: 'matrix.tzero' is an instruction and has no address; call it in a function
; CHECK-DAG: error: in function 'f': 'matrix.tmov' is an instruction and has no address; call it in a function
declare <256 x i32> @matrix.tzero()
declare <256 x i32> @matrix.tmov(<256 x i32>)
declare i64 @matrix.csr.core()
@table = global ptr @matrix.tzero
define void @f(ptr %p) {
  %core = call i64 @matrix.csr.core()
  store ptr @matrix.tmov, ptr %p
  ret void
}

;--- calls.ll
declare void @matrix.nothing()
declare void @matrix.role.nothing()
declare i64 @matrix.csr.nothing()
declare <256 x i32> @matrix.tld(ptr addrspace(1), i64, i64)
declare <256 x i32> @matrix.tadd.f32(<256 x i32>)
declare <256 x i32> @matrix.tsplatf(double)
declare i64 @matrix.role.barrier()
declare i32 @matrix.csr.core()

define void @unknown() {
; CHECK: error: in function 'unknown': call of 'matrix.nothing': there is no such instruction
  call void @matrix.nothing()
; CHECK: error: in function 'unknown': call of 'matrix.role.nothing': no instruction has this role
  call void @matrix.role.nothing()
; CHECK: error: in function 'unknown': call of 'matrix.csr.nothing': there is no such control register
  call i64 @matrix.csr.nothing()
  ret void
}

define void @immediates(ptr addrspace(1) %p, i64 %n) {
; CHECK: error: in function 'immediates': call of 'matrix.tld': argument 2 must be a constant i64 from -256 to 255
  call <256 x i32> @matrix.tld(ptr addrspace(1) %p, i64 256, i64 %n)
; CHECK: error: in function 'immediates': call of 'matrix.tld': argument 2 must be a constant i64 from -256 to 255
  call <256 x i32> @matrix.tld(ptr addrspace(1) %p, i64 %n, i64 %n)
  ret void
}

define void @types(<256 x i32> %t, double %d) {
; CHECK: error: in function 'types': call of 'matrix.tadd.f32': it expects 2 arguments, but got 1
  call <256 x i32> @matrix.tadd.f32(<256 x i32> %t)
; CHECK: error: in function 'types': call of 'matrix.tsplatf': argument 1 must be float
  call <256 x i32> @matrix.tsplatf(double %d)
; CHECK: error: in function 'types': call of 'matrix.role.barrier': it has no result
  call i64 @matrix.role.barrier()
; CHECK: error: in function 'types': call of 'matrix.csr.core': its result is i64 or ptr
  call i32 @matrix.csr.core()
  ret void
}

;--- variant.ll
declare <256 x i32> @matrix.tadd.f32(<256 x i32>, <256 x i32>)
define <256 x i32> @f(<256 x i32> %t) {
; CHECK: error: in function 'f': call of 'matrix.tadd.f32': variant 'qkv' has no such instruction
  %r = call <256 x i32> @matrix.tadd.f32(<256 x i32> %t, <256 x i32> %t)
  ret <256 x i32> %r
}

;--- narrow.ll
declare <64 x i32> @matrix.tadd.f32(<64 x i32>, <64 x i32>)
define <64 x i32> @f(<64 x i32> %t) {
; CHECK: error: in function 'f': call of 'matrix.tadd.f32': its result is <256 x i32>, a tile of variant 'base'
  %r = call <64 x i32> @matrix.tadd.f32(<64 x i32> %t, <64 x i32> %t)
  ret <64 x i32> %r
}

;--- located.ll
declare void @matrix.nothing()
define void @f() !dbg !4 {
; CHECK: error: kernel.c:7:3: in function 'f': call of 'matrix.nothing': there is no such instruction
  call void @matrix.nothing(), !dbg !5
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "kernel.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 6, type: !6, unit: !0)
!5 = !DILocation(line: 7, column: 3, scope: !4)
!6 = !DISubroutineType(types: !{})
