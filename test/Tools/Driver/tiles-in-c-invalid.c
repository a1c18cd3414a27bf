// Mistakes with tiles in C are errors of clang or of code generation.
//
// RUN: split-file %s %t && cd %t
// RUN: not matrix-cc -mcpu=qkv -c type.c 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: type.c:2:1: error: unknown type name 'matrix_tile'
// RUN: not matrix-cc -mcpu=amx-like -O2 -c variant.c 2>&1 | FileCheck %s --check-prefix=VARIANT --implicit-check-not="Stack dump"
// VARIANT: error: {{.*}}matrix.tadd.i32
// RUN: not matrix-cc -mcpu=base -O2 -c offset.c 2>&1 | FileCheck %s --check-prefix=OFFSET --implicit-check-not="Stack dump"
// OFFSET: error: {{.*}}matrix.tld
// RUN: not matrix-cc -mcpu=base -O2 -c size.c 2>&1 | FileCheck %s --check-prefix=SIZE --implicit-check-not="Stack dump"
// SIZE: error: {{.*}}matrix.tabs.f32
// RUN: not matrix-cc -mcpu=base -O2 address.c 2>&1 | FileCheck %s --check-prefix=ADDRESS --implicit-check-not="Stack dump"
// ADDRESS: error: 'matrix.tabs.f32.pointer' is an instruction and has no address; call it in a function
// RUN: not matrix-cc -mcpu=base -O2 -c inlined.c 2>&1 | FileCheck %s --check-prefix=INLINED --implicit-check-not="Stack dump"
// INLINED: error: {{.*}}matrix.tabs.f32.pointer
// RUN: not matrix-cc -mcpu=base -c space.c 2>&1 | FileCheck %s --check-prefix=SPACE
// SPACE: space.c:2:{{.*}}: error: passing 'int *' to parameter of type 'MATRIX_SCRATCHPAD void const *' changes address space of pointer

//--- type.c
#include <matrix/Builtins.h>
matrix_tile f(matrix_tile x) { return x; }

//--- variant.c
#include <matrix/Builtins.h>
matrix_tile f(matrix_tile x) { return matrix_tadd_i32(x, x); }

//--- offset.c
#include <matrix/Builtins.h>
matrix_tile f(MATRIX_SCRATCHPAD void *p, int n) { return matrix_tld(p, n, 64); }

//--- size.c
typedef int other __attribute__((vector_size(2048)));
other matrix_tabs_f32(other x) __asm__("matrix.tabs.f32");
other f(other x) { return matrix_tabs_f32(x); }

//--- address.c
#include <matrix/Builtins.h>
matrix_tile (*volatile f)(matrix_tile) = matrix_tabs_f32;
int main(void) {
  matrix_tile x = {0};
  return matrix_tabs_f32(f(x))[0];
}

//--- inlined.c
#include <matrix/Builtins.h>
static inline matrix_tile apply(matrix_tile (*f)(matrix_tile), matrix_tile x) { return f(x); }
matrix_tile f(matrix_tile x) { return apply(matrix_tabs_f32, matrix_tabs_f32(x)); }

//--- space.c
#include <matrix/Builtins.h>
matrix_tile f(int *p) { return matrix_tld(p, 0, 64); }
