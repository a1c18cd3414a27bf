// Errors in inline assembly are at their line of C, each once, at any optimization level.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: not matrix-cc -O0 -c wrong.c -o wrong.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not matrix-cc -O2 wrong.c -o wrong 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not matrix-cc -O2 -S wrong.c -o wrong.s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not ls wrong wrong.o wrong.s
// CHECK: inside.h:2:8: error: unknown instruction 'frobnicate'
// CHECK: <inline asm>:1:{{[0-9]+}}: note: instantiated into assembly here
// CHECK: frobnicate r{{[45]}}, r4
// CHECK: wrong.c:4:13: error: unknown instruction 'badness'
// CHECK: wrong.c:9:7: error: expected an integer from -32768 to 32767
// CHECK: 3 errors generated.

// Errors about operands have no line of assembly.
// RUN: not matrix-cc -c operands.c 2>&1 | FileCheck %s --check-prefix=OPERANDS --implicit-check-not=note:
// OPERANDS: operands.c:3:7: error: couldn't allocate
// OPERANDS: 1 error generated.

// The statements of IR have no lines. Neither has the IR of clang without its passes.
// RUN: not matrix-cc -c module.ll 2>&1 | FileCheck %s --check-prefix=IR
// RUN: not matrix-cc -O1 -Xclang -disable-llvm-passes -c wrong.c 2>&1 | FileCheck %s --check-prefix=IR
// IR: <inline asm>:1:2: error: unknown instruction 'frobnicate'
// IR: note: !srcloc =

//--- inside.h
static inline int twice(int x) {
  asm ("frobnicate %0, %1" : "=r"(x) : "r"(x));
  return x;
}
//--- wrong.c
#include "inside.h"
int f(int x) { return twice(x) + twice(x + 1); }
int g(int x) {
  asm("nop\n\tbadness %0" : "=r"(x));
  return x;
}
int main(void) {
  int x = f(1);
  asm("addi %0, %1, 50000" : "=r"(x) : "r"(x));
  return x;
}
//--- operands.c
int h(long double x) {
  long a;
  asm("nop" : "=r"(a) : "f"(x));
  return a;
}
//--- module.ll
define void @f() {
  call void asm sideeffect "frobnicate r4, r4", ""(), !srcloc !0
  ret void
}
!0 = !{i64 55}
