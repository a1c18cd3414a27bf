; Unknown variants and triples, and modules for two variants.
;
; RUN: split-file %s %t
; RUN: not llc -mtriple=matrix -mcpu=nothing %t/plain.ll -o - 2>&1 | FileCheck --check-prefix=CPU %s
; RUN: not llc -mtriple=matrix %t/function.ll -o - 2>&1 | FileCheck --check-prefix=FUNCTION %s
; RUN: not llc -mtriple=matrix %t/mixed.ll -o - 2>&1 | FileCheck --check-prefix=MIXED %s
; RUN: not llc -mtriple=matrx %t/plain.ll -o - 2>&1 | FileCheck --check-prefix=TRIPLE %s
; RUN: not llc -mtriple=matrix-apple-darwin %t/plain.ll -o - 2>&1 | FileCheck --check-prefix=FORMAT %s
;
; CPU: LLVM ERROR: -mcpu: unknown variant 'nothing'; known are: base, {{.*}}qkv, gemmini
; FUNCTION: LLVM ERROR: target-cpu of function 'f': unknown variant 'nothing'; known are: base, {{.*}}qkv, gemmini
; MIXED: error: in function 'g': it is for variant 'base', functions before it for 'qkv'; put them in different modules
; TRIPLE: LLVM ERROR: unknown target triple 'matrx'
; FORMAT: LLVM ERROR: target triple 'matrix-apple-darwin': only ELF is supported, use matrix-unknown-elf

;--- plain.ll
define void @f() {
  ret void
}
;--- function.ll
define void @f() "target-cpu"="nothing" {
  ret void
}
;--- mixed.ll
define void @f() "target-cpu"="qkv" {
  ret void
}
define void @g() "target-cpu"="base" {
  ret void
}
