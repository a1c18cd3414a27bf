//===- Hyperbolic.c - hyperbolic functions -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sinh, cosh and tanh, of the exponential as double-double. Functions named
// __ieee754 are called by newlib's functions, which set errno.
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include <math.h>

enum {
  Negligible = 64
}; // exponent of exp(|x|), where exp(-|x|) does not count

/// (exp(x) + sign exp(-x)) / 2, with x >= 0.
static double halfSum(double x, double sign) {
  int n;
  Pair rest = __matrix_exp(pairOf(x < 800 ? x : 800), &n);
  Pair power = addDouble(rest, 1);
  if (n < Negligible) {
    Pair other = divide(pairOf(sign * powerOfTwo(-2 * n)), power);
    power = add(power, other);
  }
  return __matrix_round(power, n - 1);
}

double __ieee754_cosh(double x) {
  return isFinite(x) ? halfSum(sizeOf(x), 1) : x * x;
}

/// (exp(x) - exp(-x)) / 2 = (y + y / (1 + y)) / 2 with y = exp(x) - 1.
static double sinhNearZero(double x) {
  if (sizeOf(x) < 0x1p-28)
    return fused(x * x, x / 6, x);
  Pair y = __matrix_expm1(pairOf(x));
  return __matrix_round(add(y, divide(y, addDouble(y, 1))), -1);
}

double __ieee754_sinh(double x) {
  if (!isFinite(x))
    return x;
  return sizeOf(x) < 0.34 ? sinhNearZero(x)
                          : withSign(halfSum(sizeOf(x), -1), x);
}

/// (exp(2 x) - 1) / (exp(2 x) + 1)
double tanh(double x) {
  double size = sizeOf(x);
  if (size < 0x1p-28)
    return withSign(fused(x * x, size / -3, size), x);
  if (!(size < 22))
    return isnan(x) ? x : withSign(1, x);
  int n;
  Pair rest = __matrix_exp(pairOf(2 * size), &n);
  Pair numerator = scaleExactly(rest, powerOfTwo(n));
  numerator = addDouble(numerator, powerOfTwo(n) - 1);
  return withSign(divide(numerator, addDouble(numerator, 2)).high, x);
}
