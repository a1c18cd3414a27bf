// Functions of long double on samples, checked with exact integers: as calls of the
// library, and as the calls into which the compiler lowers its own operations.
// REQUIRES: newlib
// RUN: matrix-cc -O1 -fno-builtin -w %s -o %t.calls -lm
// RUN: matrix-sim --functional %t.calls > %t.results
// RUN: %python %S/Inputs/long_double/check.py %t.results | FileCheck %s
// RUN: matrix-cc -O2 -fno-math-errno -w %s -o %t.lowered -lm
// RUN: matrix-sim --functional %t.lowered > %t.results
// RUN: %python %S/Inputs/long_double/check.py %t.results | FileCheck %s
// CHECK: {{[0-9]+}} results of 37 functions, 0 wrong
// A function that is not defined is named.
// RUN: not matrix-cc -O1 -DUNDEFINED -w %s -o %t.undefined -lm 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// UNDEFINED: undefined symbol{{.*}}expl

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __matrix__
#include <tgmath.h>
#endif

typedef unsigned __int128 Bits;
typedef long double Quad;

static uint64_t state = 88172645463325252ull;
static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
static int below(int n) { return (int)(next() >> 20) % n; }
static Bits nextBits(void) { return (Bits)next() << 64 | next(); }

static Quad fromBits(Bits bits) {
  Quad x;
  memcpy(&x, &bits, 16);
  return x;
}
static Bits bitsOf(Quad x) {
  Bits bits;
  memcpy(&bits, &x, 16);
  return bits;
}

enum { Bias = 16383, Fraction = 112 };
static const Bits sign = (Bits)1 << 127;

//===-- Samples -----------------------------------------------------------===//

static Quad number(int exponent, Bits fraction) {
  exponent = exponent < 0 ? 0 : exponent > 2 * Bias ? 2 * Bias : exponent;
  return fromBits((nextBits() & sign) | (Bits)exponent << Fraction |
                  fraction << 16 >> 16);
}

static Quad special(void) {
  static const Quad values[] = {0.0L, 1.0L, 0.5L, 1.5L, 2.5L, 3.0L, 0x1p-16494L,
      0x1p-16382L, 0x1.ffffffffffffffffffffffffffffp+16383L, 0x1p63L, 0x1p112L,
      0x1p113L, 0x1.ffffffffffffffffffffffffffffp-116L, INFINITY, NAN};
  Quad x = below(4) ? values[below(sizeof(values) / sizeof(*values))] : 0;
  return next() & 1 ? -x : x;
}

/// Multiples of 1/4 and their neighbors.
static Quad nearInteger(void) {
  int exponent = (below(2) ? 104 : 0) + (below(2) ? below(12) - 3 : below(118) - 3);
  int zeros = Fraction - 2 - exponent;
  Bits x = bitsOf(number(Bias + exponent, nextBits()));
  if (zeros > 0)
    x = zeros > Fraction ? x >> Fraction << Fraction : x >> zeros << zeros;
  return fromBits(x + below(3) - 1);
}

static Quad sample(void) {
  switch (below(8)) {
  case 0:
    return special();
  case 1:
    return fromBits(nextBits());
  case 2:
    return number(Bias - 130 + below(260), nextBits());
  case 3:
    return nearInteger();
  case 4:
    return number(0, nextBits() >> (16 + below(112)));
  case 5:
    return number(Bias - 60 + below(120), nextBits() << (16 + below(112)));
  case 6:
    return number(2 * Bias - below(100), nextBits());
  default:
    return number(below(130), nextBits());
  }
}

/// A number that has something in common with x.
static Quad related(Quad x) {
  Bits bits = bitsOf(x);
  int exponent = (int)(bits >> Fraction & 32767);
  if (x == 0 && below(2))
    return -x;
  switch (below(5)) {
  case 0:
    return fromBits((bits + below(5) - 2) ^ (next() & 1 ? sign : 0));
  case 1:
    return number(exponent - 3 + below(6), nextBits());
  case 2:
    return number(exponent - 130 + below(260), nextBits() << (16 + below(112)));
  case 3:
    return x * (Quad)(2 * below(100) + 1) / 2;
  default:
    return sample();
  }
}

/// An odd number of 57 bits; the square is in the middle of two numbers.
static uint64_t odd(void) { return next() >> 7 | (uint64_t)1 << 56 | 1; }

/// Sets x, y and z so that x * y + z is near the middle of two numbers: by a
/// square and less than its last bit, by half of the last bit of z, or by
/// (a + b) (a - b) + b^2.
static void middle(Quad *x, Quad *y, Quad *z) {
  int n = below(60);
  if (below(3) == 0) {
    *x = ldexpl(odd(), n), *y = *x;
    *z = number(Bias - 120 - below(400), nextBits());
  } else if (below(2)) {
    *x = number(Bias + n, 0);
    *y = fromBits(bitsOf(number(Bias - Fraction - 1 - n, 0)) + below(3) - 1);
    *z = number(Bias, below(2) ? 0 : nextBits());
  } else {
    Bits a = (Bits)odd() << 56, b = next() >> (8 + below(50));
    *x = (Quad)(a - b), *y = (Quad)(a + b);
    *z = fromBits(bitsOf((Quad)b * b) + below(3) - 1);
  }
}

static int exponentFor(Quad x) {
  static const int targets[] = {0, 1, Bias, 2 * Bias, 2 * Bias + 1};
  int exponent = (int)(bitsOf(x) >> Fraction & 32767), target = targets[below(5)];
  return below(20) ? target - exponent - (target < 2 ? below(120) : below(3))
                   : next() & 1 ? INT_MAX : INT_MIN;
}

//===-- Results -----------------------------------------------------------===//

static void show(Quad x) {
  printf(" %016llx%016llx", (long long)(bitsOf(x) >> 64), (long long)bitsOf(x));
}

#define EACH(COUNT) for (int i = 0; i < (COUNT)*scale; ++i)
#define END() printf(" %d\n", errno)
static int scale = 1;

#define UNARY(NAME)                                                            \
  EACH(300) {                                                                  \
    Quad x = sample();                                                         \
    errno = 0;                                                                 \
    Quad result = NAME(x);                                                     \
    printf(#NAME), show(x), show(result), END();                               \
  }
#define BINARY(NAME)                                                           \
  EACH(300) {                                                                  \
    Quad x = sample(), y = related(x);                                         \
    if (below(2))                                                              \
      y = x, x = related(y);                                                   \
    errno = 0;                                                                 \
    Quad result = NAME(x, y);                                                  \
    printf(#NAME), show(x), show(y), show(result), END();                      \
  }
#define INTEGER(NAME)                                                          \
  EACH(300) {                                                                  \
    Quad x = sample();                                                         \
    errno = 0;                                                                 \
    long long result = NAME(x);                                                \
    printf(#NAME), show(x), printf(" %lld", result), END();                    \
  }
#define SCALE(NAME)                                                            \
  EACH(300) {                                                                  \
    Quad x = sample();                                                         \
    int n = exponentFor(x);                                                    \
    errno = 0;                                                                 \
    Quad result = NAME(x, n);                                                  \
    printf(#NAME), show(x), printf(" %d", n), show(result), END();             \
  }
#define TOWARD(NAME, TYPE, INTEGER)                                            \
  EACH(200) {                                                                  \
    INTEGER bits = next();                                                     \
    TYPE x, result;                                                            \
    memcpy(&x, &bits, sizeof(x));                                              \
    x = below(2) ? x : (TYPE)sample();                                         \
    Quad wide = x, y = related(wide);                                          \
    errno = 0;                                                                 \
    result = NAME(x, y);                                                       \
    printf(#NAME), show(wide), show(y), show(result), END();                   \
  }

static void integers(void) {
  UNARY(truncl) UNARY(floorl) UNARY(ceill) UNARY(roundl) UNARY(rintl)
  UNARY(nearbyintl)
  INTEGER(lrintl) INTEGER(llrintl) INTEGER(lroundl) INTEGER(llroundl)
}

static void exponents(void) {
  UNARY(logbl) INTEGER(ilogbl) SCALE(ldexpl) SCALE(scalbnl) SCALE(scalblnl)
  EACH(300) {
    Quad x = sample(), whole;
    int exponent;
    errno = 0;
    Quad fraction = frexpl(x, &exponent);
    printf("frexpl"), show(x), show(fraction), printf(" %d", exponent), END();
    fraction = modfl(x, &whole);
    printf("modfl"), show(x), show(fraction), show(whole), END();
  }
}

static void arithmetic(void) {
  UNARY(fabsl) UNARY(sqrtl) UNARY(sqrtl) UNARY(sqrtl) UNARY(sqrtl)
  UNARY(sqrtl) UNARY(sqrtl)
  BINARY(copysignl) BINARY(fmaxl) BINARY(fminl) BINARY(fdiml) BINARY(hypotl)
  BINARY(nextafterl) BINARY(nexttowardl)
  BINARY(fmodl) BINARY(remainderl) BINARY(dreml)
  TOWARD(nexttoward, double, uint64_t) TOWARD(nexttowardf, float, uint32_t)
  EACH(900) {
    Quad x = sample(), y = related(x), product = x * y;
    Quad z = below(3) ? related(product) : -product;
    if (below(3) == 0)
      middle(&x, &y, &z);
    errno = 0;
    Quad result = fmal(x, y, z);
    printf("fmal"), show(x), show(y), show(z), show(result), END();
  }
  EACH(300) {
    Quad x = sample(), y = related(x);
    int quotient;
    if (below(2))
      y = x, x = related(y);
    errno = 0;
    Quad result = remquol(x, y, &quotient);
    printf("remquol"), show(x), show(y), show(result), printf(" %d", quotient), END();
  }
}

static void classes(void) {
  EACH(300) {
    Quad x = sample(), y = related(x);
    printf("classify"), show(x);
    printf(" %d %d %d %d %d %d %d %d\n", fpclassify(x), !!isnan(x), !!isinf(x),
           !!isfinite(x), !!isnormal(x), !!signbit(x), !!isnanl(x), !!isinfl(x));
    printf("compare"), show(x), show(y);
    printf(" %d %d %d %d %d %d\n", isless(x, y), islessequal(x, y), isgreater(x, y),
           isgreaterequal(x, y), islessgreater(x, y), isunordered(x, y));
  }
  printf("nanl"), show(nanl("")), printf("\n");
}

#ifdef __matrix__
static void texts(void) {
  EACH(200) {
    Quad x = sample();
    char text[64];
    sprintf(text, "%.36Lg", x);
    printf("text"), show(x), printf(" %.30Lg %La %.0La", x, x, x);
    show(strtold(text, 0)), printf("\n");
  }
}

/// <tgmath.h> chooses the functions of long double.
static void generic(void) {
  EACH(40) {
    Quad x = sample(), y = related(x), z = sample();
    errno = 0;
    printf("truncl"), show(x), show(trunc(x)), printf(" 0\n");
    printf("rintl"), show(x), show(rint(x)), printf(" 0\n");
    printf("fabsl"), show(x), show(fabs(x)), printf(" 0\n");
    printf("lroundl"), show(x), printf(" %ld 0\n", lround(x));
    printf("fmaxl"), show(x), show(y), show(fmax(x, y)), printf(" 0\n");
    printf("nextafterl"), show(x), show(y), show(nextafter(x, y)), printf(" 0\n");
    printf("nexttowardl"), show(x), show(y), show(nexttoward(x, y)), printf(" 0\n");
    printf("fmal"), show(x), show(y), show(z), show(fma(x, y, z)), printf(" 0\n");
  }
}
#else
static void texts(void) {}
static void generic(void) {}
#endif

int main(int argc, char **argv) {
  scale = argc > 1 ? atoi(argv[1]) : 1;
  integers(), exponents(), arithmetic(), classes(), texts(), generic();
#ifdef UNDEFINED
  return (int)expl(argc);
#endif
  return 0;
}
