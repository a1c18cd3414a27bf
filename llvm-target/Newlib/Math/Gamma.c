//===- Gamma.c - the gamma function --------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tgamma by Stirling's series of log Gamma in double-double numbers, at x + n
// >= 20, and Gamma(x) = Gamma(x + n) / (x (x + 1) ... (x + n - 1)); for
// negative arguments by Gamma(x) Gamma(-x) = -pi / (x sin(pi x)). That of
// floats is that of the double, rounded. errno is ERANGE at the pole and after
// overflow or underflow, EDOM where there is no result.
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include <errno.h>
#include <math.h>

/// The least argument of the series, and the least negative one of a result.
enum { Least = 13, Last = -184 };

/// B(2 n) / (2 n (2 n - 1)) for n >= 3, Bernoulli numbers.
static const double stirling[] = {
    0x1.a01a01a01a01ap-11,  -0x1.3813813813814p-11, 0x1.b951e2b18ff23p-11,
    -0x1.f6ab0d9993c7dp-10, 0x1.a41a41a41a41ap-8,   -0x1.e4286cb0f5398p-6,
    0x1.6fe96381e068p-3,    -0x1.6476701181f3ap+0,  0x1.ace44322ce006p+3,
    -0x1.39b2525cccc1bp+7,  0x1.12234e81b4e82p+11};

#define TWELFTH ((Pair){0x1.5555555555555p-4, 0x1.5555555555555p-58})
#define SECOND_TERM ((Pair){-0x1.6c16c16c16c17p-9, 0x1.f49f49f49f49fp-64})
#define HALF_LOG_TWO_PI ((Pair){0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55})

/// 1 / (12 x) - 1 / (360 x^3) + ...
static Pair stirlingSeries(Pair x) {
  Pair inverse = divide(pairOf(1), x), square = multiply(inverse, inverse);
  double rest = polynomial(square.high, stirling, COUNT(stirling));
  Pair sum = addDouble(SECOND_TERM, rest * square.high);
  return multiply(inverse, add(multiply(sum, square), TWELFTH));
}

Pair __matrix_lgamma(double x, Pair *product) {
  *product = pairOf(1);
  Pair shifted = pairOf(x);
  for (int n = 1; shifted.high < Least; ++n) {
    *product = multiply(*product, shifted);
    shifted = sumOf(x, n);
  }
  Pair logarithm = __matrix_log(shifted);
  Pair sum = multiply(shifted, addDouble(logarithm, -1));
  sum = subtract(sum, scaleExactly(logarithm, 0.5));
  return add(sum, add(HALF_LOG_TWO_PI, stirlingSeries(shifted)));
}

/// Gamma of 2^-60 <= x < 190, divided by 2^n.
static Pair gammaOfPositive(double x, int *n) {
  Pair product, logarithm = __matrix_lgamma(x, &product);
  return divide(addDouble(__matrix_exp(logarithm, n), 1), product);
}

static double gammaOfNegative(double x) {
  int n;
  double sign = fmod(floor(x), 2) ? -1 : 1;
  if (x < Last)
    return sign * 0.0;
  Pair product =
      multiply(gammaOfPositive(-x, &n), multiplyDouble(__matrix_sinpi(x), -x));
  return __matrix_round(divide(scaleExactly(PI_HALF, 2 * sign), product), -n);
}

static double gammaOf(double x) {
  if (!isFinite(x))
    return x > 0 ? x : x - x;
  if (sizeOf(x) < 0x1p-60)
    return 1 / x;
  if (x < 0)
    return x == floor(x) ? (x - x) / 0.0 : gammaOfNegative(x);
  int n;
  if (x > 172)
    return __builtin_inf();
  Pair result = gammaOfPositive(x, &n);
  return __matrix_round(result, n);
}

static void setError(double x, double result) {
  if (isnan(result) ? !isnan(x)
                    : isFinite(x) && (!isFinite(result) || result == 0))
    errno = isnan(result) ? EDOM : ERANGE;
}

double tgamma(double x) {
  double result = gammaOf(x);
  setError(x, result);
  return result;
}
float tgammaf(float x) {
  float result = (float)gammaOf(x);
  setError(x, result);
  return result;
}
