//===- Remainder.c - remainders, rounding, parts of numbers ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions whose results are exact: remainders, rounding to integers, scaling,
// parts of numbers and their neighbors. fmod is a binary long division of the
// mantissas. Results of f32 are those of f64, rounded, which does not change
// them.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// m 2^e = |x| 2^1075 with 2^52 <= m < 2^53, for finite nonzero x.
static uint64_t mantissa(double x, int *e) {
  uint64_t bits = bitsOf(x) & 0x7fffffffffffffff, m = bits & 0xfffffffffffff;
  *e = (int)(bits >> 52);
  if (*e)
    return m | 0x10000000000000;
  for (*e = 1; m < 0x10000000000000; m <<= 1)
    --*e;
  return m;
}

/// x = m 2^n with 1/2 <= |m| < 1; zeros, infinities and NaN are unchanged.
static double frexpOf(double x, int *n) {
  *n = 0;
  if (x == 0 || !(absolute(x) < INFINITE))
    return x;
  int e;
  uint64_t m = mantissa(x, &e);
  *n = e - 1022;
  return withSign((double)m * 0x1p-53, x);
}

static double modfOf(double x, double *whole) {
  *whole = __builtin_elementwise_trunc(x);
  return withSign(absolute(x) == INFINITE ? 0 : x - *whole, x);
}

/// The exponent of |x| = m 2^e with 1 <= m < 2, of a finite nonzero x.
static int exponentOf(double x) {
  int e;
  mantissa(x, &e);
  return e - 1023;
}

static double logbOf(double x) {
  if (x == 0)
    return -INFINITE;
  return absolute(x) < INFINITE ? exponentOf(x) : x * x;
}

/// The numbers for zero, infinities and NaN are those of newlib.
static int ilogbOf(double x) {
  if (x == 0)
    return -INT32_MAX;
  return absolute(x) < INFINITE ? exponentOf(x) : INT32_MAX;
}

EXPORT double RUNTIME_NAME(frexp)(double x, int *n) { return frexpOf(x, n); }
EXPORT float RUNTIME_NAME(frexpf)(float x, int *n) {
  return (float)frexpOf(x, n);
}
EXPORT double RUNTIME_NAME(modf)(double x, double *whole) {
  return modfOf(x, whole);
}
EXPORT float RUNTIME_NAME(modff)(float x, float *whole) {
  double part;
  float rest = (float)modfOf(x, &part);
  *whole = (float)part;
  return rest;
}
EXPORT_UNARY(logb, logbOf)
EXPORT int RUNTIME_NAME(ilogb)(double x) { return ilogbOf(x); }
EXPORT int RUNTIME_NAME(ilogbf)(float x) { return ilogbOf(x); }

//===----------------------------------------------------------------------===//
// Remainders and differences
//===----------------------------------------------------------------------===//

/// Exact remainder by binary long division.
static double fmodOf(double x, double y) {
  double size = absolute(y);
  if (isNaN(x) || isNaN(y) || size == 0 || absolute(x) == INFINITE)
    return NOT_A_NUMBER;
  if (absolute(x) < size)
    return x;
  int ex, ey;
  uint64_t rest = mantissa(x, &ex), divisor = mantissa(y, &ey);
  for (; ex > ey; --ex)
    rest = (rest >= divisor ? rest - divisor : rest) << 1;
  if (rest >= divisor)
    rest -= divisor;
  return withSign(matrix_rt_scale((double)rest, ey - 1075), x);
}

/// x - n y for the integer n nearest to x / y, the even one of two. The
/// quotient is odd if the remainder of 2 y is not below y.
static double remainderOf(double x, double y) {
  double size = absolute(y), rest = fmodOf(x, y), r = absolute(rest);
  double twice = 2 * size;
  bool isOdd = absolute(twice < INFINITE ? fmodOf(x, twice) : x) >= size;
  if (r > size - r || (r == size - r && isOdd))
    return rest < 0 ? size - r : r - size;
  return rest;
}

static double fdimOf(double x, double y) {
  if (isNaN(x) || isNaN(y))
    return NOT_A_NUMBER;
  return x > y ? x - y : 0;
}

EXPORT_BINARY(fmod, fmodOf)
EXPORT_BINARY(remainder, remainderOf)
EXPORT_BINARY(fdim, fdimOf)

//===----------------------------------------------------------------------===//
// Rounding to integers
//===----------------------------------------------------------------------===//

/// Half away from zero.
static double roundOf(double x) {
  double whole = __builtin_elementwise_trunc(x);
  bool up = absolute(x - whole) >= 0.5;
  return withSign(up ? absolute(whole) + 1 : absolute(whole), x);
}

static double rintOf(double x) { return __builtin_elementwise_roundeven(x); }

EXPORT_UNARY(round, roundOf)
#define EXPORT_INTEGER(NAME, TYPE, FUNCTION)                                   \
  EXPORT TYPE RUNTIME_NAME(NAME)(double x) { return (TYPE)FUNCTION(x); }       \
  EXPORT TYPE RUNTIME_NAME(NAME##f)(float x) { return (TYPE)FUNCTION(x); }
EXPORT_INTEGER(lround, long, roundOf)
EXPORT_INTEGER(llround, long long, roundOf)
EXPORT_INTEGER(lrint, long, rintOf)
EXPORT_INTEGER(llrint, long long, rintOf)

//===----------------------------------------------------------------------===//
// Scaling and neighbors
//===----------------------------------------------------------------------===//

/// Factors beyond the range of exponents have the same result.
static double scaleOf(double x, long n) {
  return matrix_rt_scale(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n);
}

#define EXPORT_SCALE(NAME, TYPE)                                               \
  EXPORT double RUNTIME_NAME(NAME)(double x, TYPE n) { return scaleOf(x, n); } \
  EXPORT float RUNTIME_NAME(NAME##f)(float x, TYPE n) {                        \
    return (float)scaleOf(x, n);                                               \
  }
EXPORT_SCALE(ldexp, int)
EXPORT_SCALE(scalbn, int)
EXPORT_SCALE(scalbln, long)

/// Numbers of one sign have the order of their bits. Defines the neighbor of x
/// in the direction of y.
#define EXPORT_NEXT(NAME, FLOAT, BITS)                                         \
  EXPORT FLOAT RUNTIME_NAME(NAME)(FLOAT x, FLOAT y) {                          \
    if (x != x || y != y)                                                      \
      return x + y;                                                            \
    if (x == y)                                                                \
      return y;                                                                \
    BITS bits = 1;                                                             \
    FLOAT next;                                                                \
    if (x != 0) {                                                              \
      __builtin_memcpy(&bits, &x, sizeof(bits));                               \
      bits = (x < y) == (x > 0) ? bits + 1 : bits - 1;                         \
    }                                                                          \
    __builtin_memcpy(&next, &bits, sizeof(next));                              \
    return x == 0 && y < 0 ? -next : next;                                     \
  }
EXPORT_NEXT(nextafter, double, uint64_t)
EXPORT_NEXT(nextafterf, float, uint32_t)
