//===- Erf.c - error functions -------------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// erf and erfc. Near zero the Taylor series of erf; elsewhere the trapezoidal
// rule for erfc(x) = 2 x exp(-x^2) / pi times the integral of exp(-t^2) / (t^2
// + x^2) over t >= 0, with a step h for which its error is exp(-(pi/h)^2) =
// 2^-74, after the residue of the pole t = i x is added.
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include <errno.h>
#include <math.h>

#define STEP 0.4375
#define INVERSE_PI ((Pair){0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56})
#define TWO_BY_ROOT_PI ((Pair){0x1.20dd750429b6dp+0, 0x1.1ae3a914fed8p-56})
/// erfc is 0 from here.
#define END 27.3

/// exp(-(n STEP)^2) for n > 0
static const Pair weights[] = {{0x1.a6cede9f70468p-1, -0x1.2eff4c77638a1p-56},
                               {0x1.dc3448110daaep-2, -0x1.61c5f183ad4bep-58},
                               {0x1.6dc1305420a79p-3, 0x1.0949b9f4fb6f6p-57},
                               {0x1.7f251ab1af77bp-5, 0x1.d55308822f7c4p-59},
                               {0x1.11b4852eaa984p-7, -0x1.c4ef3ce1b3151p-65},
                               {0x1.0aac5c46eedb6p-10, -0x1.2cd26a55116c2p-65},
                               {0x1.625dd3bbe4b61p-14, 0x1.c6a92f85d5c34p-68},
                               {0x1.411fb0da07713p-18, 0x1.94e94ed013199p-72},
                               {0x1.8ce38dc5ae5ddp-23, 0x1.96de00144fdap-78},
                               {0x1.4e8322cdbc1p-28, -0x1.4c6c029832e6bp-82},
                               {0x1.808806e465fddp-34, -0x1.6740991d7e7a2p-88},
                               {0x1.2d7026e60ab5ep-40, -0x1.7df737fece9f6p-96},
                               {0x1.42492928e267cp-47, -0x1.6b79db9818794p-101},
                               {0x1.d5f5bc1c24081p-55, 0x1.aa0fc714eaa47p-109},
                               {0x1.d3556d8de0983p-63, -0x1.3197271f3bc8cp-117},
                               {0x1.3ce9b9de78f85p-71, 0x1.57c5ae581a407p-128},
                               {0x1.251bfc47f539fp-80, -0x1.08955480f94bp-134}};
enum { PairWeights = 5 };

/// 1 / (2 x^2) and the sum of exp(-t^2) / (t^2 + x^2), t = n STEP.
static Pair trapezoids(Pair square) {
  double rest = 0;
  for (int n = COUNT(weights); n > PairWeights; --n)
    rest += weights[n - 1].high / (square.high + n * n * (STEP * STEP));
  Pair sum = pairOf(rest);
  for (int n = PairWeights; n > 0; --n)
    sum = add(sum,
              divide(weights[n - 1], addDouble(square, n * n * (STEP * STEP))));
  return add(sum, divide(pairOf(0.5), square));
}

/// 2 / (exp(2 pi x / STEP) - 1), the residue.
static double residue(double x) {
  return x < 2 * PI_HALF.high / STEP ? 2 / expm1(4 * PI_HALF.high / STEP * x)
                                     : 0;
}

/// erfc(x) = result 2^n for 1/2 <= x < END
static Pair complement(double x, int *n) {
  Pair square = productOf(x, x);
  Pair power = addDouble(__matrix_exp(negative(square), n), 1);
  Pair factor = multiplyDouble(multiplyDouble(INVERSE_PI, 2 * STEP), x);
  Pair result = multiply(multiply(factor, power), trapezoids(square));
  return *n < -80 ? result : addDouble(result, -residue(x) * powerOfTwo(-*n));
}

/// (-1)^n / (n! (2 n + 1)); those that count as pairs.
static const Pair seriesPairs[] = {
    {0x1p+0, 0x0p+0},
    {-0x1.5555555555555p-2, -0x1.5555555555555p-56},
    {0x1.999999999999ap-4, -0x1.999999999999ap-58},
    {-0x1.8618618618618p-6, -0x1.8618618618618p-60},
    {0x1.2f684bda12f68p-8, 0x1.2f684bda12f68p-62}};
static const double seriesRest[] = {
    -0x1.8d3018d3018d3p-11, 0x1.c01c01c01c01cp-14,  -0x1.bbd779334ef0bp-17,
    0x1.87a00187a0018p-20,  -0x1.3777c55568ccdp-23, 0x1.c2e3054870b38p-27,
    -0x1.2b67310aa9f3ap-30, 0x1.6f448e13e85e1p-34,  -0x1.a289ee7e40f74p-38,
    0x1.bd577e658d02p-42,   -0x1.bc6250fb14231p-46, 0x1.a173a167fba4dp-50};

/// erf(x) = 2 / sqrt(pi) (x - x^3 / 3 + x^5 / (2! 5) - ...) for |x| < 1/2
static Pair nearZero(double x) {
  Pair square = productOf(x, x);
  Pair sum = pairOf(polynomial(square.high, seriesRest, COUNT(seriesRest)));
  for (int n = COUNT(seriesPairs) - 1; n >= 0; --n)
    sum = orderedAdd(seriesPairs[n], multiply(sum, square));
  return multiply(multiplyDouble(TWO_BY_ROOT_PI, x), sum);
}

/// erfc(x) for x >= 1/2 as one number, zero where it does not count in erf.
static Pair complementOf(double x) {
  int n;
  if (x >= 7)
    return pairOf(0);
  Pair result = complement(x, &n);
  return scaleExactly(result, powerOfTwo(n));
}

double erf(double x) {
  double size = sizeOf(x);
  if (size < 0x1p-30)
    return withSign(
        __matrix_round(multiplyDouble(TWO_BY_ROOT_PI, size * 0x1p1000), -1000),
        x);
  if (size < 0.5)
    return nearZero(x).high;
  if (isnan(x))
    return x;
  return withSign(subtract(pairOf(1), complementOf(size)).high, x);
}

double erfc(double x) {
  if (isnan(x))
    return x;
  if (sizeOf(x) < 0.5)
    return subtract(pairOf(1), nearZero(x)).high;
  if (x < 0)
    return subtract(pairOf(2), complementOf(-x)).high;
  int n = 0;
  double result = x < END ? __matrix_round(complement(x, &n), n) : 0;
  if (result == 0 && isFinite(x))
    errno = ERANGE;
  return result;
}
