// Variable arguments of 16 bytes and alignment: as a variadic argument each
// is passed in an even-odd pair of registers or 16-aligned stack slots. Named arguments
// before and after shift the position of the first variadic argument.
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

#define EXPECTED 0x1988849bb8af9e19u
#include "Inputs/Mix.h"
#include <stdarg.h>

// IEEE binary128 values are moved only, without arithmetic.
#ifdef __x86_64__
typedef __float128 Quad;
#else
typedef long double Quad;
#endif
typedef __int128 i128;
union Words { Quad quad; u64 word[2]; };
struct Aligned { _Alignas(16) i64 a; i64 b; };
struct Pair { i64 a, b; };
struct One { _Alignas(16) i128 x; };
struct Three { i64 a, b, c; };

enum Kind { QUAD, INT128, ALIGNED, PAIR, ONE, THREE, INT, DOUBLE, KINDS };

// One argument per digit of `kinds`, starting with the last digit.
NOINLINE static void readList(u64 kinds, va_list list) {
  for (; kinds; kinds /= 10) {
    switch ((enum Kind)(kinds % 10 - 1)) {
    case QUAD: { union Words w; w.quad = va_arg(list, Quad); mix(w.word[0]), mix(w.word[1]); break; }
    case INT128: { i128 x = va_arg(list, i128); mix(x), mix(x >> 64); break; }
    case ALIGNED: { struct Aligned s = va_arg(list, struct Aligned); mix(s.a), mix(s.b); break; }
    case PAIR: { struct Pair s = va_arg(list, struct Pair); mix(s.a), mix(s.b); break; }
    case ONE: { struct One s = va_arg(list, struct One); mix(s.x), mix(s.x >> 64); break; }
    case THREE: { struct Three s = va_arg(list, struct Three); mix(s.a), mix(s.b), mix(s.c); break; }
    case INT: mix(va_arg(list, int)); break;
    case DOUBLE: mixDouble(va_arg(list, double)); break;
    default: mix(0);
    }
  }
}

NOINLINE static void from1(u64 kinds, ...) {
  va_list list;
  va_start(list, kinds);
  readList(kinds, list);
  va_end(list);
}
NOINLINE static void from2(u64 kinds, i64 a, ...) {
  va_list list;
  va_start(list, a);
  readList(kinds, list);
  va_end(list);
  mix(a);
}
NOINLINE static void from7(u64 kinds, i64 a, i64 b, i64 c, i64 d, i64 e, i64 f, ...) {
  va_list list;
  va_start(list, f);
  readList(kinds, list);
  va_end(list);
  mix(a + b + c + d + e + f);
}
NOINLINE static void from10(u64 kinds, i64 a, i64 b, i64 c, i64 d, i64 e, i64 f, i64 g, i64 h, i64 i, ...) {
  va_list list;
  va_start(list, i);
  readList(kinds, list);
  va_end(list);
  mix(a + b + c + d + e + f + g + h + i);
}

// Named: register pairs need not be even; stack slots are aligned to 16 bytes.
NOINLINE static void named(i64 a, i128 b, Quad c, i64 d, i64 e, i64 f, i128 g, i64 h, struct Aligned k, struct One m) {
  union Words w = {c};
  mix(a), mix(b), mix(b >> 64), mix(w.word[0]), mix(w.word[1]), mix(d + e + f), mix(g), mix(g >> 64);
  mix(h), mix(k.a), mix(k.b), mix(m.x), mix(m.x >> 64);
}
NOINLINE static void split(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f, i64 g, i128 h, i64 i, i128 k) {
  mix(a + b + c + d + e + f + g), mix(h), mix(h >> 64), mix(i), mix(k), mix(k >> 64);
}

static Quad quad(void) { union Words w = {.word = {next(), next()}}; return w.quad; }
static i128 wide(void) { u64 low = next(); return (i128)next() << 64 | low; }
static struct Aligned aligned(void) { struct Aligned s; s.a = next(), s.b = next(); return s; }
static struct Pair pair(void) { struct Pair s; s.a = next(), s.b = next(); return s; }
static struct One one(void) { struct One s = {wide()}; return s; }
static struct Three three(void) { struct Three s; s.a = next(), s.b = next(), s.c = next(); return s; }

void work(void) {
  Quad q = quad(), r = quad();
  i128 x = wide(), y = wide();
  struct Aligned a = aligned(), b = aligned();
  struct Pair p = pair();
  struct One o = one();
  struct Three t = three();
  from1(1, q), from1(2, x), from1(3, a), from1(4, p), from1(5, o), from1(6, t);
  from2(1, 5, q), from2(2, 6, x), from2(3, 7, a), from2(4, 8, p), from2(5, 9, o), from2(6, 10, t);
  from1(2171, q, 7, q, x), from1(8317, 9, r, a, 2.5), from1(27272727, 1, x, 2, y, 3, x, 4, y);
  from1(1111, q, r, q, r), from1(13523, a, x, o, b, q), from2(47671, 1, r, 4, t, 5, p);
  from7(1, 1, 2, 3, 4, 5, 6, q), from7(27, 1, 2, 3, 4, 5, 6, 7, x), from7(37472, 1, 2, 3, 4, 5, 6, y, 3, p, 9, b);
  from7(71, 1, 2, 3, 4, 5, 6, r, 8), from7(8181, 6, 5, 4, 3, 2, 1, q, 1.5, r, -2.25);
  from10(1, 1, 2, 3, 4, 5, 6, 7, 8, 9, q), from10(71727, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, x, 2, q, 3);
  named(1, x, q, 2, 3, 4, y, 5, a, o);
  split(1, 2, 3, 4, 5, 6, 7, x, 8, y);
}
