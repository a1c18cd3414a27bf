; The variant is set by -mcpu or by function attributes; "" and "generic" select the
; default one. Without tile registers a tile-shaped vector is legalized to words.
;
; RUN: split-file %s %t
; RUN: llc -mtriple=matrix %t/plain.ll -o - | FileCheck --check-prefix=BASE %s
; RUN: llc -mtriple=matrix -mcpu=generic %t/plain.ll -o - | FileCheck --check-prefix=BASE %s
; RUN: llc -mtriple=matrix-unknown-elf -mcpu=base %t/plain.ll -o - | FileCheck --check-prefix=BASE %s
; RUN: llc -march=matrix %t/plain.ll -o - | FileCheck --check-prefix=BASE %s
; RUN: llc -mtriple=matrix -mcpu=qkv %t/plain.ll -o - | FileCheck --check-prefix=QKV %s
; RUN: llc -mtriple=matrix %t/function.ll -o - | FileCheck --check-prefix=QKV %s
; RUN: llc -mtriple=matrix -mcpu=qkv -verify-machineinstrs %t/words.ll -o - | FileCheck --check-prefix=WORDS %s
;
; BASE: \"variant\":\"base\"
; QKV: \"variant\":\"qkv\"
; WORDS: ld r
; WORDS-NOT: {{t[0-9]}},

;--- plain.ll
define void @f() {
  ret void
}
;--- function.ll
define void @f() "target-cpu"="qkv" {
  ret void
}
;--- words.ll
define void @f(ptr %p, ptr %q) {
  %v = load <256 x i32>, ptr %p
  store <256 x i32> %v, ptr %q
  ret void
}
