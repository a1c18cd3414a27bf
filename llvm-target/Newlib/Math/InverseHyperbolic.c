//===- InverseHyperbolic.c - logarithms and inverse hyperbolic functions -===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// asinh, acosh, atanh and log10, of the logarithm as double-double. Functions
// named __ieee754 are called by newlib's functions, which set errno.
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include <math.h>

/// sqrt(1 + x^2) is x from here.
#define LARGE 0x1p30

/// log(2 x)
static double logOfTwice(double x) {
  return isFinite(x) ? add(__matrix_log(pairOf(x)), LN2).high : x;
}

/// log(x + sqrt(1 + x^2)) = log1p(x + x^2 / (1 + sqrt(1 + x^2)))
static double asinhOfPositive(double x) {
  if (x > LARGE)
    return logOfTwice(x);
  Pair square = productOf(x, x);
  Pair sum = addDouble(squareRoot(addDouble(square, 1)), 1);
  return __matrix_log1p(addDouble(divide(square, sum), x)).high;
}

double asinh(double x) {
  if (isnan(x))
    return x;
  double size = sizeOf(x);
  return withSign(size < 0x1p-28 ? fused(x * x, size / -6, size)
                                 : asinhOfPositive(size),
                  x);
}

/// log(x + sqrt(x^2 - 1)) = log1p(y + sqrt(y^2 + 2 y)) with y = x - 1.
double __ieee754_acosh(double x) {
  if (!(x > 1))
    return x == 1 ? 0 : (x - x) / 0.0;
  if (x > LARGE)
    return logOfTwice(x);
  double y = x - 1;
  Pair square = addDouble(productOf(y, y), 2 * y);
  return __matrix_log1p(addDouble(squareRoot(square), y)).high;
}

/// log1p(2 x / (1 - x)) / 2
double __ieee754_atanh(double x) {
  double size = sizeOf(x);
  if (!(size < 1))
    return size == 1 ? x / 0.0 : (x - x) / 0.0;
  if (size < 0x1p-28)
    return fused(x * x, x / 3, x);
  Pair quotient = divide(pairOf(2 * size), sumOf(1, -size));
  return withSign(__matrix_log1p(quotient).high / 2, x);
}

#define INVERSE_LN10 ((Pair){0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57})

double __ieee754_log10(double x) {
  if (!(x > 0))
    return x == 0 ? -1 / 0.0 : (x - x) / 0.0;
  return isFinite(x) ? multiply(__matrix_log(pairOf(x)), INVERSE_LN10).high : x;
}
