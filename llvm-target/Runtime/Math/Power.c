//===- Power.c - powers, roots, remainders --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pow, roots, remainders and scaling. pow is exp(y log x) with the special cases
// of C's Annex F; fmod is exact, by binary long division of the mantissas.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

//===----------------------------------------------------------------------===//
// pow
//===----------------------------------------------------------------------===//

static bool isInteger(double y) { return __builtin_elementwise_trunc(y) == y; }
static bool isOdd(double y) { return isInteger(y) && !isInteger(y / 2); }

/// pow if an argument is zero, infinite or NaN, by the rules of C (Annex F):
/// the limit, and 1 for pow(x, 0) and pow(1, y) with any other argument.
static double powOfSpecial(double x, double y) {
  if (y == 0 || x == 1)
    return 1;
  if (isNaN(x) || isNaN(y))
    return NOT_A_NUMBER;
  double size = absolute(x);
  if (absolute(y) == INFINITE)
    return size == 1 ? 1 : (size > 1) == (y > 0) ? INFINITE : 0;
  double value = (size == 0) == (y > 0) ? 0 : INFINITE;
  return isOdd(y) ? withSign(value, x) : value;
}

static double powOf(double x, double y) {
  double size = absolute(x);
  if (y == 0 || size == 0 || !(size < INFINITE) || !(absolute(y) < INFINITE))
    return powOfSpecial(x, y);
  if (x < 0 && !isInteger(y))
    return NOT_A_NUMBER;
  double value = matrix_rt_exp(y * matrix_rt_log(size));
  return x < 0 && isOdd(y) ? -value : value;
}

static double powiOf(double x, int n) {
  double result = 1;
  for (unsigned rest = n < 0 ? -(unsigned)n : (unsigned)n; rest;
       rest >>= 1, x *= x)
    if (rest & 1)
      result *= x;
  return n < 0 ? 1 / result : result;
}

EXPORT_BINARY(pow, powOf)
EXPORT double RUNTIME_NAME(__powidf2)(double x, int n) { return powiOf(x, n); }
EXPORT float RUNTIME_NAME(__powisf2)(float x, int n) {
  return (float)powiOf(x, n);
}

//===----------------------------------------------------------------------===//
// Cube root, hypotenuse
//===----------------------------------------------------------------------===//

static double cbrtOf(double x) {
  double size = absolute(x);
  if (size == 0 || !(size < INFINITE))
    return x;
  double scale = 1;
  if (size < 0x1p-1000) { // avoid subnormal numbers
    size *= 0x1p300;
    scale = 0x1p-100;
  }
  // A third of the exponent, then Newton iterations: 5, 10, 20, 40, 80 bits.
  double root = fromBits(bitsOf(size) / 3 + 0x2a9f7893782da1ce);
  for (int step = 0; step < 5; ++step)
    root -= (root - size / (root * root)) / 3;
  return withSign(root * scale, x);
}

static double hypotOf(double x, double y) {
  double large = absolute(x), small = absolute(y);
  if (large == INFINITE || small == INFINITE)
    return INFINITE;
  if (large < small) {
    double other = large;
    large = small;
    small = other;
  }
  if (large == 0)
    return small;
  double ratio = small / large;
  return large * __builtin_elementwise_sqrt(1 + ratio * ratio);
}

EXPORT_UNARY(cbrt, cbrtOf)
EXPORT_BINARY(hypot, hypotOf)

//===----------------------------------------------------------------------===//
// Remainder, rounding half away from zero, scaling
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

static double roundOf(double x) {
  double whole = __builtin_elementwise_trunc(x);
  bool up = absolute(x - whole) >= 0.5;
  return withSign(up ? absolute(whole) + 1 : absolute(whole), x);
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

EXPORT_BINARY(fmod, fmodOf)
EXPORT_UNARY(round, roundOf)
EXPORT double RUNTIME_NAME(ldexp)(double x, int n) {
  return matrix_rt_scale(x, n > 5000 ? 5000 : n < -5000 ? -5000 : n);
}
EXPORT float RUNTIME_NAME(ldexpf)(float x, int n) {
  return (float)RUNTIME_NAME(ldexp)(x, n);
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
EXPORT long RUNTIME_NAME(lround)(double x) { return (long)roundOf(x); }
EXPORT long RUNTIME_NAME(lroundf)(float x) { return (long)roundOf(x); }
EXPORT long long RUNTIME_NAME(llround)(double x) {
  return (long long)roundOf(x);
}
EXPORT long long RUNTIME_NAME(llroundf)(float x) {
  return (long long)roundOf(x);
}
