//===- Single.c - functions of floats ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of floats, computed in double and rounded: cubes of small numbers,
// squares of large ones and exponents of results neither overflow nor
// underflow, and the error of a few units of the double does not count. The
// error functions by the Taylor series and the trapezoidal rule of those of
// doubles (Erf.c), with a step for 36 bits. Functions named __ieee754 are
// called by newlib's functions, which set errno.
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include <errno.h>
#include <math.h>

//===----------------------------------------------------------------------===//
// Hyperbolic functions
//===----------------------------------------------------------------------===//

/// Results of arguments that are larger are infinite, 1, or zero.
#define LAST 100

static double smaller(double x, double y) { return x < y ? x : y; }

float __ieee754_coshf(float x) {
  if (!isFinite(x))
    return x * x;
  double power = exp(smaller(sizeOf(x), LAST));
  return (float)((power + 1 / power) / 2);
}
float __ieee754_sinhf(float x) {
  if (!isFinite(x))
    return x;
  double power = expm1(smaller(sizeOf(x), LAST));
  return (float)withSign((power + power / (power + 1)) / 2, x);
}
float tanhf(float x) {
  if (isnan(x))
    return x;
  double power = expm1(2 * smaller(sizeOf(x), LAST));
  return (float)withSign(power / (power + 2), x);
}

float asinhf(float x) {
  if (!isFinite(x))
    return x;
  double size = sizeOf(x), square = size * size;
  return (float)withSign(log1p(size + square / (1 + root(1 + square))), x);
}
float __ieee754_acoshf(float x) {
  if (!(x >= 1))
    return (x - x) / 0.0f;
  double y = (double)x - 1;
  return (float)log1p(y + root(y * (y + 2)));
}
float __ieee754_atanhf(float x) {
  double size = sizeOf(x);
  if (!(size < 1))
    return size == 1 ? x / 0.0f : (x - x) / 0.0f;
  return (float)withSign(log1p(2 * size / (1 - size)) / 2, x);
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

float __ieee754_log10f(float x) {
  return (float)(log(x) * 0x1.bcb7b1526e50ep-2);
}
float cbrtf(float x) { return (float)cbrt(x); }
float tanf(float x) { return (float)(sin(x) / cos(x)); }

float __ieee754_atan2f(float y, float x) {
  if (!(sizeOf(x) > 0) || !isFinite(x) || !isFinite(y))
    return (float)atan2(y, x);
  double angle = atan(sizeOf(y) / sizeOf(x));
  return (float)withSign(x < 0 ? 2 * PI_HALF.high - angle : angle, y);
}
float __ieee754_hypotf(float x, float y) {
  if (isinf(x) || isinf(y))
    return __builtin_inff();
  return (float)root((double)x * x + (double)y * y);
}

//===----------------------------------------------------------------------===//
// Error functions
//===----------------------------------------------------------------------===//

/// erfc is 0 from here.
#define END 11
#define STEP 0.625

/// erfc(x) for x >= 1/2.
static double complement(double x) {
  // exp(-(n STEP)^2) for n > 0
  static const double weights[] = {
      0x1.5a6fc061433c8p-1,  0x1.ad48bc25771c7p-3,  0x1.e7155f0750059p-6,
      0x1.fa0e9586aebc7p-10, 0x1.e16dfebfac43bp-15, 0x1.a3604afdb0929p-21,
      0x1.4e8322cdbc1p-28,   0x1.e8a37a45fc32ep-37};
  if (x > END)
    return 0;
  double square = x * x, sum = 0.5 / square;
  for (int n = 1; n <= (int)(sizeof(weights) / sizeof(weights[0])); ++n)
    sum += weights[n - 1] / (square + n * n * (STEP * STEP));
  double result = STEP / PI_HALF.high * x * exp(-square) * sum;
  const double pole = 2 * PI_HALF.high / STEP;
  return x < pole ? result - 2 / expm1(2 * pole * x) : result;
}

/// erf(x) for |x| < 1/2, by the terms up to x^17 / (8! 17).
static double nearZero(double x) {
  static const double terms[] = {1,          -1 / 3.0,     1 / 10.0,
                                 -1 / 42.0,  1 / 216.0,    -1 / 1320.0,
                                 1 / 9360.0, -1 / 75600.0, 1 / 685440.0};
  return 0x1.20dd750429b6dp+0 * x * polynomial(x * x, terms, COUNT(terms));
}

float erff(float x) {
  if (isnan(x))
    return x;
  double size = sizeOf(x);
  return (float)(size < 0.5 ? nearZero(x) : withSign(1 - complement(size), x));
}

float erfcf(float x) {
  if (isnan(x))
    return x;
  if (sizeOf(x) < 0.5)
    return (float)(1 - nearZero(x));
  float result = (float)(x < 0 ? 2 - complement(-x) : complement(x));
  if (result == 0 && isFinite(x))
    errno = ERANGE;
  return result;
}
