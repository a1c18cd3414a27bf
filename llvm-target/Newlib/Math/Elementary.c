//===- Elementary.c - functions of sums of two doubles -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exp, log, sine and cosine of double-double numbers: Taylor series of a
// reduced argument, whose first terms are double-double, the others doubles, of
// which too few bits count. Logarithms are one Newton step, from that of a
// double.
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include <math.h>

/// 1/n!
static const Pair inverseFactorials[] = {
    {0x1p+0, 0x0p+0},
    {0x1p+0, 0x0p+0},
    {0x1p-1, 0x0p+0},
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
    {0x1.71de3a556c734p-19, -0x1.c154f8ddc6cp-73},
    {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
    {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
    {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
    {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
    {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92},
    {0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97},
    {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101},
    {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
    {0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107},
    {0x1.2f49b46814157p-57, 0x1.2650f61dbdcb4p-112},
    {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120},
    {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120},
    {0x1.0ce396db7f853p-70, -0x1.aebcdbd20331cp-124},
    {0x1.761b41316381ap-75, -0x1.3423c7d91404fp-130},
    {0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135},
    {0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139}};

/// The sum of a^j / (first + j step)! for first + j step <= last; the terms
/// with more than `pairs` in the denominator are doubles.
static Pair taylor(Pair a, int first, int step, int last, int pairs) {
  int n = last;
  double rest = inverseFactorials[n].high;
  while ((n -= step) > pairs)
    rest = fused(rest, a.high, inverseFactorials[n].high);
  Pair sum = pairOf(rest);
  for (; n >= first; n -= step)
    sum = orderedAdd(inverseFactorials[n], multiply(sum, a));
  return sum;
}

double __matrix_round(Pair a, int n) {
  n = n > 1100 ? 1100 : n < -1200 ? -1200 : n;
  for (; n > 1000; n -= 100)
    a = scaleExactly(a, 0x1p100);
  for (; n < -1000; n += 100)
    a = scaleExactly(a, 0x1p-100);
  double result = a.high * powerOfTwo(n);
  // The low part decides between two subnormal numbers at the same distance.
  double rest = a.high - result * powerOfTwo(-n);
  if (sizeOf(rest) == 0x1p-1074 * powerOfTwo(-n) / 2 && a.low != 0 &&
      (rest > 0) == (a.low > 0))
    result += withSign(0x1p-1074, a.low);
  return result;
}

//===----------------------------------------------------------------------===//
// Exponential
//===----------------------------------------------------------------------===//

/// expm1(2 a) = 2 expm1(a) + expm1(a)^2, from a/16.
Pair __matrix_expm1(Pair a) {
  Pair part = scaleExactly(a, 0x1p-4);
  Pair result = multiply(part, taylor(part, 1, 1, 12, 4));
  for (int i = 0; i < 4; ++i)
    result = orderedAdd(scaleExactly(result, 2), multiply(result, result));
  return result;
}

// log(2) in three parts; products of the first with 11 bits are exact.
#define LN2_HIGH 0x1.62e42fefa3p-1
#define LN2_REST ((Pair){0x1.3de6af278ece6p-42, 0x1.f97b57a079a19p-103})

Pair __matrix_exp(Pair a, int *n) {
  double count = __builtin_rint(a.high / LN2.high);
  Pair rest = addDouble(a, -count * LN2_HIGH);
  *n = (int)count;
  return __matrix_expm1(subtract(rest, multiplyDouble(LN2_REST, count)));
}

//===----------------------------------------------------------------------===//
// Logarithm
//===----------------------------------------------------------------------===//

/// log(1 + a) = y + log((1 + a) exp(-y)) for |log(1 + a)| < 0.36.
static Pair logarithmNearOne(Pair a) {
  double first = log1p(a.high);
  Pair power = __matrix_expm1(pairOf(-first));
  Pair rest = add(add(a, power), multiply(a, power));
  return addDouble(pairOf(first), rest.high);
}

Pair __matrix_log(Pair a) {
  int n;
  double fraction = frexp(a.high, &n);
  if (fraction < 0x1.6a09e667f3bcdp-1)
    --n;
  Pair rest = addDouble(pairOf(ldexp(a.high, -n)), -1);
  Pair result = logarithmNearOne(addDouble(rest, ldexp(a.low, -n)));
  if (!n)
    return result;
  Pair power = addDouble(multiplyDouble(LN2_REST, n), n * LN2_HIGH);
  return add(power, result);
}

Pair __matrix_log1p(Pair a) {
  return a.high > -0.29 && a.high < 0.41 ? logarithmNearOne(a)
                                         : __matrix_log(addDouble(a, 1));
}

//===----------------------------------------------------------------------===//
// Sine and cosine
//===----------------------------------------------------------------------===//

Pair __matrix_sin(Pair a) {
  return multiply(a, taylor(negative(multiply(a, a)), 1, 2, 23, 7));
}
Pair __matrix_cos(Pair a) {
  return taylor(negative(multiply(a, a)), 0, 2, 24, 8);
}

Pair __matrix_sinpi(double x) {
  double rest = sizeOf(x - __builtin_rint(x));
  Pair pi = scaleExactly(PI_HALF, 2);
  return rest <= 0.25 ? __matrix_sin(multiplyDouble(pi, rest))
                      : __matrix_cos(multiplyDouble(pi, 0.5 - rest));
}
