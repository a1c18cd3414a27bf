; preserve_mostcc, preserve_allcc, the environment of nested functions, and the unnamed
; arguments that a musttail call passes on. The expected numbers were computed by hand.
;
; RUN: llc -mtriple=matrix -O0 -verify-machineinstrs -filetype=obj %s -o %t.0.o
; RUN: matrix-ld %t.0.o -o %t.0 && matrix-sim --functional %t.0
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.2.o
; RUN: matrix-ld %t.2.o -o %t.2 && matrix-sim --functional %t.2

;===------------------------------------------------------------------------===;
; Callees change registers that the conventions keep; callers have values there.
;===------------------------------------------------------------------------===;

define preserve_mostcc i64 @most(i64 %a, i64 %b) noinline {
  %c = call i64 asm sideeffect "addi $0, $1, 5", "=r,r,~{r12},~{r13},~{r14},~{r15},~{r16},~{r17}"(i64 %a)
  %r = add i64 %c, %b
  ret i64 %r
}
define preserve_allcc double @all(double %a) noinline {
  call void asm sideeffect "", "~{r12},~{r17},~{f8},~{f9},~{f10},~{f11},~{f12},~{f19}"()
  %r = fadd double %a, 1.5
  ret double %r
}
define i64 @repeat(i64 %n, ptr %f) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %total, %loop ]
  %r = call preserve_mostcc i64 %f(i64 %i, i64 %sum)
  %total = add i64 %sum, %r
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %total
}
define i1 @floats(double %a, double %b) noinline {
  %sum = fadd double %a, %b
  %product = fmul double %a, %b
  %r = call preserve_allcc double @all(double %b)
  %s = fadd double %r, %sum
  %t = fadd double %s, %product
  %ok = fcmp oeq double %t, 17.5
  ret i1 %ok
}

;===------------------------------------------------------------------------===;
; Nested functions
;===------------------------------------------------------------------------===;

@environment = global i64 1000
define i64 @nested(i64 %a, ptr nest %e, i64 %b, i64, i64, i64, i64, i64, i64, i64 %onStack) noinline {
  %v = load i64, ptr %e
  %x = add i64 %a, %v
  %y = mul i64 %x, %onStack
  %z = sub i64 %y, %b
  ret i64 %z
}
define i64 @inner(ptr nest %e, i64 %a) noinline {
  %v = load i64, ptr %e
  %x = add i64 %a, %v
  ret i64 %x
}
define i64 @outer(ptr %f, ptr %e, i64 %a) noinline {
  %r = tail call i64 %f(ptr nest %e, i64 %a)
  ret i64 %r
}

;===------------------------------------------------------------------------===;
; musttail calls of variadic functions
;===------------------------------------------------------------------------===;

define i64 @digits(i64 %n, ...) noinline {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %number = phi i64 [ 0, %0 ], [ %longer, %loop ]
  %digit = va_arg ptr %list, i64
  %shifted = mul i64 %number, 10
  %longer = add i64 %shifted, %digit
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %longer
}
@callee = global ptr @digits
define ptr @find(i64, i64, i64, i64, double, double) noinline {
  %f = load volatile ptr, ptr @callee
  ret ptr %f
}
define i64 @forward(i64 %n, ...) noinline {
  %f = call ptr @find(i64 99, i64 98, i64 97, i64 96, double 1.0, double 2.0)
  %r = musttail call i64 (i64, ...) %f(i64 %n, ...)
  ret i64 %r
}
define double @sum(i64 %a, double %b, float %c) noinline {
  %x = sitofp i64 %a to double
  %y = fpext float %c to double
  %s = fadd double %x, %b
  %r = fadd double %s, %y
  ret double %r
}
define void @forwardAll(...) noinline {
  %f = call ptr @find(i64 99, i64 98, i64 97, i64 96, double 1.0, double 2.0)
  musttail call void (...) @sum(...)
  ret void
}

;===------------------------------------------------------------------------===;

define i32 @main() {
  %total = call i64 @repeat(i64 4, ptr @most)                ; s = 2 s + i + 5
  %ok1 = icmp eq i64 %total, 86
  %ok2 = call i1 @floats(double 2.0, double 3.5)
  %n = call i64 @nested(i64 5, ptr nest @environment, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9)
  %ok3 = icmp eq i64 %n, 9043
  %o = call i64 @outer(ptr @inner, ptr @environment, i64 7)
  %ok4 = icmp eq i64 %o, 1007
  %few = call i64 (i64, ...) @forward(i64 3, i64 4, i64 5, i64 6)
  %ok5 = icmp eq i64 %few, 456
  %many = call i64 (i64, ...) @forward(i64 9, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9)
  %ok6 = icmp eq i64 %many, 123456789
  %s = call double @forwardAll(i64 3, double 2.5, float 1.25)
  %ok7 = fcmp oeq double %s, 6.75
  %ok12 = and i1 %ok1, %ok2
  %ok34 = and i1 %ok3, %ok4
  %ok56 = and i1 %ok5, %ok6
  %ok567 = and i1 %ok56, %ok7
  %ok1234 = and i1 %ok12, %ok34
  %ok = and i1 %ok1234, %ok567
  %status = select i1 %ok, i32 0, i32 1
  ret i32 %status
}
