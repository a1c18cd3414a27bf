//===- Logarithm.c - log and derived functions ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// log, log2, log10, log1p and inverse hyperbolic functions. The mantissa m in
// [1/sqrt 2, sqrt 2) gives log m = 2 atanh((m - 1)/(m + 1)) by its series; the
// exponent adds a multiple of log 2.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

/// atanh(s)/s = 1 + s^2/3 + s^4/5 + ... for |s| <= 0.1716
static const double atanhSeries[] = {1.0,      1.0 / 3,  1.0 / 5,  1.0 / 7,
                                     1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
                                     1.0 / 17, 1.0 / 19, 1.0 / 21};
enum { SeriesLength = sizeof(atanhSeries) / sizeof(double) };

/// log((1 + s) / (1 - s))
static double logOfRatio(double s) {
  return 2 * s * polynomial(s * s, atanhSeries, SeriesLength);
}

/// x = m 2^n with 1/sqrt(2) <= m < sqrt(2), for finite x > 0.
static double split(double x, int *n) {
  *n = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    *n = -54;
  }
  const uint64_t sqrtHalf = 0x3fe6a09e667f3bcd;
  uint64_t bits = bitsOf(x) - sqrtHalf;
  int exponent = (int)((int64_t)bits >> 52);
  *n += exponent;
  return fromBits(bitsOf(x) - ((uint64_t)(int64_t)exponent << 52));
}

/// Result of log for arguments that are not finite and positive; `scale`
/// preserves NaN and infinity.
static bool isSpecial(double x, double *result) {
  if (x > 0 && x < INFINITE)
    return false;
  *result = x == 0 ? -INFINITE : x > 0 || isNaN(x) ? x : NOT_A_NUMBER;
  return true;
}

double matrix_rt_log(double x) {
  double special;
  if (isSpecial(x, &special))
    return special;
  int n;
  double m = split(x, &n);
  return n * LN2_HIGH + (n * LN2_LOW + logOfRatio((m - 1) / (m + 1)));
}

double matrix_rt_log1p(double x) {
  if (x > -0.25 && x < 0.4)
    return x == 0 ? x : logOfRatio(x / (2 + x));
  return matrix_rt_log(1 + x);
}

static double log2Of(double x) {
  double special;
  if (isSpecial(x, &special))
    return special;
  int n;
  double m = split(x, &n);
  return n + logOfRatio((m - 1) / (m + 1)) * (1 / LN2);
}

static double log10Of(double x) {
  return matrix_rt_log(x) * 0x1.bcb7b1526e50ep-2;
}

//===----------------------------------------------------------------------===//
// Inverse hyperbolic functions
//===----------------------------------------------------------------------===//

static double asinhOf(double x) {
  double size = absolute(x);
  if (size > 0x1p28)
    return withSign(matrix_rt_log(size) + LN2, x);
  double square = x * x;
  return withSign(
      matrix_rt_log1p(size +
                      square / (1 + __builtin_elementwise_sqrt(square + 1))),
      x);
}

static double acoshOf(double x) {
  if (x < 1)
    return NOT_A_NUMBER;
  if (x > 0x1p28)
    return matrix_rt_log(x) + LN2;
  double above = x - 1;
  return matrix_rt_log1p(above +
                         __builtin_elementwise_sqrt(above * (above + 2)));
}

static double atanhOf(double x) {
  double size = absolute(x);
  return withSign(0.5 * matrix_rt_log1p(2 * size / (1 - size)), x);
}

EXPORT_UNARY(log, matrix_rt_log)
EXPORT_UNARY(log2, log2Of)
EXPORT_UNARY(log10, log10Of)
EXPORT_UNARY(log1p, matrix_rt_log1p)
EXPORT_UNARY(asinh, asinhOf)
EXPORT_UNARY(acosh, acoshOf)
EXPORT_UNARY(atanh, atanhOf)
