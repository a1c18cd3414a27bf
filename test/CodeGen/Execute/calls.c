// Calls and frames: arguments in registers and on the stack, structs, variable
// arguments, function pointers, jump tables, dynamic and large frames.
//
// DEFINE: %{front} = 0
// DEFINE: %{back} = 0
// DEFINE: %{machine} = matrix-cc -ffreestanding -fno-builtin -S -emit-llvm %s -o %t.ll -fsigned-char -fno-math-errno -ffp-contract=off -O%{front} \
// DEFINE:   && llc -mtriple=matrix -O%{back} -verify-machineinstrs -filetype=obj %t.ll -o %t.o \
// DEFINE:   && matrix-ld %t.o -o %t.elf && matrix-sim --functional %t.elf
// RUN: clang -O1 -fsigned-char -ffp-contract=off %s -o %t.host -lm && %t.host
// RUN: %{machine}
// REDEFINE: %{back} = 2
// RUN: %{machine}
// REDEFINE: %{front} = 2
// RUN: %{machine}

#define EXPECTED 0xf9ae565f2c25379bu
#include "Inputs/Mix.h"
#include <stdarg.h>

struct Large { i64 a; double b; char c[13]; float d; };
struct Pair { float x, y; };
struct Mixed { double d; i32 i; };

NOINLINE static struct Large makeLarge(i64 a, double b) {
  struct Large s = {a, b, "twelve bytes", b};
  s.c[3] = a;
  return s;
}
NOINLINE static i64 takeLarge(struct Large s) {
  s.a += s.c[5];
  return s.a;
}
NOINLINE static struct Pair multiply(struct Pair a, struct Pair b) {
  return (struct Pair){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
NOINLINE static struct Mixed makeMixed(i32 i, double d) { return (struct Mixed){d + i, i * 3}; }

NOINLINE static i64 sum(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  i64 s = 0;
  for (int i = 0; i < n; i++)
    s += i & 1 ? (i64)va_arg(list, double) : va_arg(list, i64) * (i + 1);
  s += va_arg(copy, i64);
  va_end(copy);
  va_end(list);
  return s;
}

NOINLINE static i64 many(int a, short b, signed char c, u64 d, float e, double f, i64 g, i64 h, i64 i, i64 j,
                         int k, float l, double m, double n, double o, double p, double q, double r, float s) {
  return a + 2 * b + 3 * c + 4 * d + 5 * (i64)e + 6 * (i64)f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k +
         12 * (i64)l + 13 * (i64)m + 14 * (i64)(n + o + p + q + r) + 15 * (i64)s;
}

NOINLINE static i64 dynamic(i64 n) {
  volatile i64 *p = __builtin_alloca(8 * n);
  for (i64 i = 0; i < n; i++)
    p[i] = i * n;
  i64 s = many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
  for (i64 i = 0; i < n; i++)
    s += p[i];
  return s;
}
NOINLINE static i64 large(i64 n) {
  volatile char b[50000];
  for (int i = 0; i < 50000; i += 999)
    b[i] = i * n;
  i64 s = 0;
  for (int i = 0; i < 50000; i += 999)
    s += b[i];
  return s;
}
// Alignment larger than the stack's, with and without a dynamic part.
NOINLINE static i64 aligned(i64 n, int dynamically) {
  _Alignas(512) volatile i64 a[4];
  for (int i = 0; i < 4; i++)
    a[i] = n + i;
  if (dynamically) {
    volatile char *p = __builtin_alloca(n);
    p[0] = p[n - 1] = 3;
  }
  return ((u64)a & 511) * 1000 + a[n & 3];
}
NOINLINE static i64 fibonacci(i64 n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int table(int k) {
  switch (k) {
  case 0: return 3;
  case 1: return 10;
  case 2: return -4;
  case 3: return 55;
  case 4: return 12;
  case 7: return 9;
  case 8: return 100;
  default: return k * 3;
  }
}
static i64 plus(i64 a, i64 b) { return a + b; }
static i64 times(i64 a, i64 b) { return a * b; }
static i64 (*const functions[])(i64, i64) = {plus, times};

void work(void) {
  struct Large s = makeLarge(77, 2.5);
  mix(s.a), mixDouble(s.b), mix(s.c[3]), mix(s.c[11]), mixFloat(s.d), mix(takeLarge(s)), mix(s.a);
  struct Pair p = multiply((struct Pair){1.5f, 2}, (struct Pair){-3, 0.25f});
  mixFloat(p.x), mixFloat(p.y);
  struct Mixed m = makeMixed(7, 0.5);
  mixDouble(m.d), mix(m.i);
  mix(sum(3, (i64)5, 2.0, (i64)9));
  mix(sum(12, (i64)5, 2.0, (i64)9, 3.5, (i64)1, 2.0, (i64)8, 1e3, (i64)7, 5.0, (i64)3, -6.0));
  mix(many(-1, 2, -3, 4, 5.5f, 6.5, 7, 8, 9, 10, -11, 12.5f, 13, 14, 15, 16, 17, 18, 19.25f));
  mix(dynamic(10)), mix(dynamic(57)), mix(large(3)), mix(fibonacci(12));
  for (int i = 0; i < 4; i++)
    mix(aligned(20 + i, 0)), mix(aligned(33 + i, 1));
  for (int i = 0; i < 11; i++)
    mix(table(next() % 11)), mix(functions[i % 2](i, 1000 + i));
}
