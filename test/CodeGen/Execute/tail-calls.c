// Calls in tail position.
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

#define EXPECTED 0x32d3ccad665af263u
#include "Inputs/Mix.h"

struct Large { u64 words[6]; };
typedef u64 (*Function)(u64, u64);

static NOINLINE u64 plus(u64 a, u64 b) { return a * 3 + b; }
static NOINLINE u64 minus(u64 a, u64 b) { return a - b * 5; }
static NOINLINE u64 direct(u64 a, u64 b) { return plus(b, a); }
static NOINLINE u64 indirect(Function f, u64 a, u64 b) { return f(b + 1, a); }
static NOINLINE u64 chosen(u64 a, u64 b) { return a & 1 ? minus(b, a) : plus(a, b); }
static NOINLINE u64 many(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h, u64 i, u64 j) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}
static NOINLINE u64 onStack(u64 a, u64 b) { return many(a, b, a, b, a, b, a, b, a + 1, b + 1); }
static NOINLINE struct Large build(u64 a) { return (struct Large){{a, a + 1, a + 2, a + 3, a + 4, a + 5}}; }
static NOINLINE struct Large again(u64 a) { return build(a * 3); }
static NOINLINE u64 byValue(struct Large x) { return x.words[0] ^ x.words[5]; }
static NOINLINE u64 passes(struct Large x) {
  x.words[0] += 7;
  return byValue(x);
}
static NOINLINE double floats(double a, float b) { return a * 2 + b; }
static NOINLINE double floatTail(float a, double b) { return floats(b, a); }
static NOINLINE int narrow(short a, signed char b, unsigned char c) { return a + b * 3 + c; }
static NOINLINE int narrowTail(int a) { return narrow((short)a, (signed char)(a >> 3), (unsigned char)(a >> 5)); }
static NOINLINE u64 even(u64 n);
static NOINLINE u64 odd(u64 n) { return n == 0 ? 10 : even(n - 1); }
static NOINLINE u64 even(u64 n) { return n == 0 ? 20 : odd(n - 1); }
static NOINLINE u64 saves(u64 a, u64 b) { // needs callee-saved registers before the last call
  u64 c = plus(a, b), d = minus(a, b);
  return plus(c, d + a);
}
static NOINLINE u64 rarely(u64 *p, u64 n) {
  if (*p < n)
    return *p;
  u64 local[4];
  for (int i = 0; i < 4; ++i)
    local[i] = plus(*p, (u64)i);
  *p = direct(local[n & 3], local[(n + 1) & 3]) >> 1;
  return chosen(*p, local[2]);
}
static NOINLINE u64 loops(u64 *p, u64 n) {
  u64 sum = 0;
  for (u64 i = 0; i < n; ++i)
    if (p[i & 3] & 1)
      sum += chosen(p[i & 3], i);
  return sum;
}

void work(void) {
  u64 values[4] = {1, 2, 3, 4};
  for (int i = 0; i < 50; i++) {
    u64 a = next(), b = next();
    mix(direct(a, b)), mix(indirect(a & 1 ? plus : minus, a, b)), mix(chosen(a, b)), mix(onStack(a, b));
    mix(again(a).words[4]), mix(passes(build(b))), mixDouble(floatTail((float)(i32)a, (double)(i32)b));
    mix((u64)narrowTail((int)a)), mix(even(a & 255)), mix(saves(a, b));
    values[i & 3] = b >> 3;
    mix(rarely(&values[i & 3], a)), mix(loops(values, a & 7));
  }
}
