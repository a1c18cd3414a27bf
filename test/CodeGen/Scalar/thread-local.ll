; All models of thread-local storage are local-exec: the thread pointer plus an offset.
;
; RUN: llc -mtriple=matrix -O2 %s -o - | FileCheck %s
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.o
; RUN: llvm-readelf -S %t.o | FileCheck --check-prefix=SECTIONS %s
; RUN: llc -mtriple=matrix -data-sections -filetype=obj %s -o %t.data.o
; RUN: llvm-readelf -S %t.data.o | FileCheck --check-prefix=DATA %s
;
; SECTIONS: .tbss NOBITS {{.*}} WAT {{.*}} 256
; SECTIONS: .tdata PROGBITS {{.*}} WAT
; DATA: .tdata.initialized PROGBITS {{.*}} WAT

@general = thread_local global i64 0, align 256
@local = thread_local(localdynamic) global i64 0
@initial = external thread_local(initialexec) global i32
@exec = thread_local(localexec) global [8 x i32] zeroinitializer
@initialized = thread_local global i32 7

; CHECK-LABEL: address:
; CHECK:      movz [[R:r[0-9]+]], %tprel_g0_nc(general), 0
; CHECK-NEXT: movk [[R]], %tprel_g1(general), 1
; CHECK-NEXT: add r4, [[R]], r31
define ptr @address() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @general)
  ret ptr %p
}

; CHECK-LABEL: load:
; CHECK:     %tprel_g1(initial), 1
; CHECK-NOT: abs_g
; CHECK:     ret
define i32 @load() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @initial)
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: store:
; CHECK-DAG: %tprel_g1(local), 1
; CHECK-DAG: %tprel_g1(exec
; CHECK:     ret
define void @store(i64 %x, i32 %y) {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @local)
  store i64 %x, ptr %p
  %e = call ptr @llvm.threadlocal.address.p0(ptr @exec)
  %f = getelementptr i32, ptr %e, i64 3
  store i32 %y, ptr %f
  ret void
}

; CHECK-LABEL: pointer:
; CHECK:      mv r4, r31
define ptr @pointer() {
  %p = call ptr @llvm.thread.pointer.p0()
  ret ptr %p
}

; The address of a thread-local variable is not a target of `jal`.
; CHECK-LABEL: call:
; CHECK:      %tprel_g1(local)
; CHECK:      callr
define i32 @call() {
  %r = call i32 @local()
  ret i32 %r
}

; CHECK-LABEL: tailCall:
; CHECK:      %tprel_g1(local)
; CHECK:      jr
define i32 @tailCall() {
  %r = tail call i32 @local()
  ret i32 %r
}
