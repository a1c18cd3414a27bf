//===- Arithmetic.c - functions that are instructions, and remainders ----===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fma, fmin, fmax, sqrt and lround by instructions. newlib's fma is a product
// and a sum, its fmin leaves the order of zeros open, its sqrt is a loop over
// bits, and its lround loses bits of 64-bit integers. fdim of equal infinities
// is zero. remquo subtracts multiples of a power of two, with the sign of the
// operand at zero. Functions named __ieee754 are called by newlib's functions,
// which set errno.
//
//===----------------------------------------------------------------------===//

#include <errno.h>
#include <math.h>

#define INSTRUCTIONS(TYPE, SUFFIX)                                             \
  TYPE fma##SUFFIX(TYPE x, TYPE y, TYPE z) {                                   \
    return __builtin_elementwise_fma(x, y, z);                                 \
  }                                                                            \
  TYPE fmin##SUFFIX(TYPE x, TYPE y) {                                          \
    return __builtin_elementwise_minnum(x, y);                                 \
  }                                                                            \
  TYPE fmax##SUFFIX(TYPE x, TYPE y) {                                          \
    return __builtin_elementwise_maxnum(x, y);                                 \
  }                                                                            \
  TYPE __ieee754_sqrt##SUFFIX(TYPE x) {                                        \
    return __builtin_elementwise_sqrt(x);                                      \
  }                                                                            \
  long lround##SUFFIX(TYPE x) { return (long)__builtin_elementwise_round(x); } \
  long long llround##SUFFIX(TYPE x) { return lround##SUFFIX(x); }
INSTRUCTIONS(double, )
INSTRUCTIONS(float, f)

#define DIFFERENCE(TYPE, NAME)                                                 \
  TYPE NAME(TYPE x, TYPE y) {                                                  \
    TYPE difference = x - y;                                                   \
    if (isnan(x) || isnan(y))                                                  \
      return x + y;                                                            \
    if (!(x > y))                                                              \
      return 0;                                                                \
    if (isinf(difference) && !isinf(x) && !isinf(y))                           \
      errno = ERANGE;                                                          \
    return difference;                                                         \
  }
DIFFERENCE(double, fdim)
DIFFERENCE(float, fdimf)

/// The remainder in [-y/2, y/2] and the last bits of the quotient, x finite,
/// y > 0.
static double remainderOf(double x, double y, int *quotient) {
  double rest = isinf(8 * y) ? x : fmod(x, 8 * y);
  *quotient = 0;
  for (int multiple = 4; multiple; multiple /= 2)
    if (rest >= multiple * y) {
      rest -= multiple * y;
      *quotient += multiple;
    }
  double over = y - rest;
  if (over < rest || (over == rest && *quotient % 2)) {
    ++*quotient;
    return -over;
  }
  return rest;
}

double remquo(double x, double y, int *quotient) {
  *quotient = 0;
  if (isnan(x) || isnan(y) || isinf(x) || y == 0) {
    if (!isnan(x) && !isnan(y))
      errno = EDOM;
    return (x * y) / (x * y);
  }
  if (isinf(y))
    return x;
  double rest = remainderOf(fabs(x), fabs(y), quotient);
  if (signbit(x) != signbit(y))
    *quotient = -*quotient;
  return signbit(x) ? -rest : rest;
}
float remquof(float x, float y, int *quotient) {
  return (float)remquo(x, y, quotient);
}
