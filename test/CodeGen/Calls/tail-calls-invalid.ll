; RUN: not llc -mtriple=matrix < %s 2>&1 | FileCheck %s

; CHECK: error: in function 'caller': a musttail call passes arguments on the stack; pass fewer arguments
declare void @callee(i64, i64, i64, i64, i64, i64, i64, i64, i64)
define void @caller(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i) {
  musttail call void @callee(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i)
  ret void
}

; CHECK: error: in function 'keeping': a musttail call keeps all temporaries; use another calling convention
declare preserve_mostcc void @kept()
define preserve_mostcc void @keeping() {
  musttail call preserve_mostcc void @kept()
  ret void
}
