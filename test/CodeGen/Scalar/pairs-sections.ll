; Branches to another section are not in pairs.
;
; RUN: llc -mtriple=matrix -basic-block-sections=all -filetype=obj %s -o %t.o
; RUN: llc -mtriple=matrix -basic-block-sections=all %s -o - | FileCheck %s

; CHECK-LABEL: loop:
; CHECK:      {{^}}	mv	r6, r0
; CHECK-NEXT: j	loop.__part.1{{$}}
; CHECK:      bne	r4, r0, loop.__part.1	}
; CHECK-NEXT: j	loop.__part.2{{$}}
; CHECK:      {	mv	r4, r6
; CHECK-NEXT: ret	}
define i64 @loop(i64 %n, ptr %p) {
entry:
  br label %body
body:
  %i = phi i64 [ %n, %entry ], [ %j, %body ]
  %s = phi i64 [ 0, %entry ], [ %t, %body ]
  %v = load volatile i64, ptr %p
  %t = add i64 %s, %v
  %j = add i64 %i, -1
  %c = icmp eq i64 %j, 0
  br i1 %c, label %end, label %body
end:
  ret i64 %t
}
