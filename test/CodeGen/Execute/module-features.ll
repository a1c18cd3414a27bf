; Features of modules that are lowered to plain code: indirect functions, type
; identifiers of callees, data before functions, instructions for patches.
;
; RUN: split-file %s %t
; DEFINE: %{level} = 0
; DEFINE: %{compile} = llc -mtriple=matrix -O%{level} -verify-machineinstrs -filetype=obj
; DEFINE: %{right} = %{compile} %t/right.ll -o %t/right.o && matrix-ld %t/right.o -o %t/right \
; DEFINE:   && matrix-sim --functional %t/right
; DEFINE: %{wrong} = %{compile} %t/wrong.ll -o %t/wrong.o && matrix-ld %t/wrong.o -o %t/wrong \
; DEFINE:   && not matrix-sim --functional %t/wrong 2>&1
; RUN: %{right}
; RUN: %{wrong} | FileCheck %s
; REDEFINE: %{level} = 2
; RUN: %{right}
; RUN: %{wrong} | FileCheck %s
; RUN: llc -mtriple=matrix %t/right.ll -o - | FileCheck --check-prefix=ASM %s
; RUN: llvm-readelf --sections %t/right.o | FileCheck --check-prefix=SECTION %s

; CHECK: error: core 0: the program's own trap

; ASM-LABEL: patched:
; ASM: nop
; ASM-NEXT: nop
; ASM-NEXT: nop
; ASM-NEXT: li r5, 7
; SECTION: __patchable_function_entries

;--- right.ll
@chosen = ifunc i64 (i64, double, i64, i64, i64, i64, i64, i64, i64, i64), ptr @choose
@table = global [1 x ptr] [ptr @chosen]
@flag = global i32 1
@early = global i64 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @construct, ptr null }]

define internal i64 @product(i64 %a, double %b, i64, i64, i64, i64, i64, i64, i64, i64 %onStack) {
  %x = fptosi double %b to i64
  %y = add i64 %a, %x
  %r = mul i64 %y, %onStack
  ret i64 %r
}
define internal i64 @other(i64, double, i64, i64, i64, i64, i64, i64, i64, i64) { ret i64 -1 }
define internal ptr @choose() {
  %f = load i32, ptr @flag
  %c = icmp eq i32 %f, 1
  %r = select i1 %c, ptr @product, ptr @other
  ret ptr %r
}
define void @construct() {
  %r = call i64 @chosen(i64 1, double 1.0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 3)
  store i64 %r, ptr @early
  ret void
}

@pointer = global ptr @patched
define i64 @patched(i64 %a) noinline "patchable-function-entry"="3" prefix [3 x i8] c"xyz" !kcfi_type !1 {
  %r = mul i64 %a, 7
  ret i64 %r
}
define i64 @typed(i64 %a) noinline {
  %f = load volatile ptr, ptr @pointer
  %r = call i64 %f(i64 %a) [ "kcfi"(i32 12345678) ]
  %s = add i64 %r, 1
  %t = musttail call i64 %f(i64 %s) [ "kcfi"(i32 12345678) ]
  ret i64 %t
}
define i8 @before(ptr %f) noinline {                 ; prefix data and identifier
  %p = getelementptr i8, ptr %f, i64 -7
  %r = load i8, ptr %p
  ret i8 %r
}

@environment = global i64 1000
@nested = ifunc i64 (ptr, i64), ptr @choose_nested
define internal i64 @inner(ptr nest %e, i64 %a) {
  %v = load i64, ptr %e
  %r = add i64 %v, %a
  ret i64 %r
}
define internal ptr @choose_nested() { ret ptr @inner }

define i32 @main() {
  %e = load i64, ptr @early
  %ok1 = icmp eq i64 %e, 6
  %d = call i64 @chosen(i64 4, double 2.0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 10)
  %ok2 = icmp eq i64 %d, 60
  %f = load ptr, ptr @table
  %i = call i64 %f(i64 4, double 2.0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 11)
  %ok3 = icmp eq i64 %i, 66
  %t = call i64 @typed(i64 5)
  %ok4 = icmp eq i64 %t, 252
  %g = load ptr, ptr @pointer
  %b = call i8 @before(ptr %g)
  %ok5 = icmp eq i8 %b, 120
  %n = call i64 @nested(ptr nest @environment, i64 5)
  %ok6 = icmp eq i64 %n, 1005
  %ok12 = and i1 %ok1, %ok2
  %ok34 = and i1 %ok3, %ok4
  %ok1234 = and i1 %ok12, %ok34
  %ok56 = and i1 %ok5, %ok6
  %ok = and i1 %ok1234, %ok56
  %status = select i1 %ok, i32 0, i32 1
  ret i32 %status
}
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
!1 = !{i32 12345678}

;--- wrong.ll
@pointer = global ptr @callee
define i32 @callee() noinline !kcfi_type !1 { ret i32 0 }
define i32 @main() {
  %f = load volatile ptr, ptr @pointer
  %r = call i32 %f() [ "kcfi"(i32 4) ]
  ret i32 %r
}
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
!1 = !{i32 3}
