//===- Exponential.c - exp and derived functions --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exp, exp2, exp10, expm1 and hyperbolic functions. Argument reduction to
// x = n log 2 + r, a Taylor series in r, and a multiplication by 2^n that
// rounds once, also to subnormal numbers.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

double matrix_rt_scale(double x, int n) {
  // Two steps keep every factor normal.
  for (; n > 1023; n -= 1023)
    x *= powerOfTwo(1023);
  // 2^53 above the smallest normal number, so that only the last step rounds.
  for (; n < -1022; n += 969)
    x *= powerOfTwo(-969);
  return x * powerOfTwo(n);
}

/// 1/n!
static const double exponentialSeries[] = {1.0,
                                           1.0,
                                           0x1p-1,
                                           0x1.5555555555555p-3,
                                           0x1.5555555555555p-5,
                                           0x1.1111111111111p-7,
                                           0x1.6c16c16c16c17p-10,
                                           0x1.a01a01a01a01ap-13,
                                           0x1.a01a01a01a01ap-16,
                                           0x1.71de3a556c734p-19,
                                           0x1.27e4fb7789f5cp-22,
                                           0x1.ae64567f544e4p-26,
                                           0x1.1eed8eff8d898p-29,
                                           0x1.6124613a86d09p-33,
                                           0x1.93974a8c07c9dp-37,
                                           0x1.ae7f3e733b81fp-41};
enum { SeriesLength = sizeof(exponentialSeries) / sizeof(double) };

/// exp(high + low) with |low| much smaller than |high|.
static double expOfSum(double high, double low) {
  if (isNaN(high))
    return high;
  if (high > 720)
    return INFINITE;
  if (high < -760)
    return 0;
  double n = __builtin_roundeven(high * (1 / LN2));
  double rest = (high - n * LN2_HIGH) + (low - n * LN2_LOW);
  return matrix_rt_scale(polynomial(rest, exponentialSeries, SeriesLength),
                         (int)n);
}

double matrix_rt_exp(double x) { return expOfSum(x, 0); }

double matrix_rt_expm1(double x) {
  if (absolute(x) < 0.5)
    return x * polynomial(x, exponentialSeries + 1, SeriesLength - 1);
  return matrix_rt_exp(x) - 1;
}

static double powerOfBase(double x, double high, double low) {
  if (absolute(x) > 4096)
    return matrix_rt_exp(x); // 0, infinity or NaN
  double product = x * high;
  return expOfSum(product,
                  __builtin_elementwise_fma(x, high, -product) + x * low);
}
static double exp2Of(double x) {
  double n = __builtin_roundeven(x);
  if (!(absolute(n) < 2000))
    return matrix_rt_exp(x);
  return matrix_rt_scale(matrix_rt_exp((x - n) * LN2), (int)n);
}
static double exp10Of(double x) {
  return powerOfBase(x, 0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53);
}

//===----------------------------------------------------------------------===//
// Hyperbolic functions
//===----------------------------------------------------------------------===//

static double tanhOf(double x) {
  double size = absolute(x);
  if (size > 20)
    return withSign(1, x);
  double e = matrix_rt_expm1(2 * size);
  return withSign(e / (e + 2), x);
}

/// exp(x) / 2 if exp(x) overflows.
static double halfOfExp(double x) {
  double root = matrix_rt_exp(x / 2);
  return root / 2 * root;
}

static double sinhOf(double x) {
  double size = absolute(x);
  if (size > 700)
    return withSign(halfOfExp(size), x);
  double e = matrix_rt_expm1(size);
  return withSign((e + e / (e + 1)) / 2, x);
}

static double coshOf(double x) {
  double size = absolute(x);
  if (size > 700)
    return halfOfExp(size);
  double e = matrix_rt_exp(size);
  return (e + 1 / e) / 2;
}

EXPORT_UNARY(exp, matrix_rt_exp)
EXPORT_UNARY(exp2, exp2Of)
EXPORT_UNARY(exp10, exp10Of)
EXPORT_UNARY(expm1, matrix_rt_expm1)
EXPORT_UNARY(tanh, tanhOf)
EXPORT_UNARY(sinh, sinhOf)
EXPORT_UNARY(cosh, coshOf)
