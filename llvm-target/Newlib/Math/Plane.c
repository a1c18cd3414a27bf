//===- Plane.c - angle and length of vectors -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// atan2, hypot and tan. An angle is that of a double and the angle between this
// direction and the vector, by the sine and cosine of the first as
// double-double. The square root of the sum of squares is corrected by its
// rest. Functions named __ieee754 are called by newlib's functions, which set
// errno.
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include <math.h>
#include <stdlib.h>

/// Exponents of numbers so different that the smaller one does not count.
enum { Apart = 60 };

//===----------------------------------------------------------------------===//
// atan2
//===----------------------------------------------------------------------===//

/// The angle of (x, y), 0 < y <= x, with exponents that are not apart.
static Pair angleOfOctant(double y, double x) {
  int n = ilogb(x);
  x = scalbn(x, -n), y = scalbn(y, -n);
  double angle = atan(y / x);
  Pair sine = __matrix_sin(pairOf(angle)), cosine = __matrix_cos(pairOf(angle));
  Pair across = subtract(multiplyDouble(cosine, y), multiplyDouble(sine, x));
  double along = fused(cosine.high, x, sine.high * y);
  return orderedSum(angle, across.high / along);
}

/// The angle of (x, y) in the first quadrant.
static Pair angleOfQuadrant(double y, double x) {
  if (y == 0 || (isinf(x) && !isinf(y)))
    return pairOf(0);
  if (x == 0 || (isinf(y) && !isinf(x)))
    return PI_HALF;
  if (x == y)
    return scaleExactly(PI_HALF, 0.5);
  int difference = ilogb(x) - ilogb(y);
  if (difference < -Apart)
    return subtract(PI_HALF, pairOf(x / y));
  if (difference > Apart)
    return pairOf(y / x);
  return y < x ? angleOfOctant(y, x) : subtract(PI_HALF, angleOfOctant(x, y));
}

double __ieee754_atan2(double y, double x) {
  if (isnan(x) || isnan(y))
    return x + y;
  Pair angle = angleOfQuadrant(sizeOf(y), sizeOf(x));
  if (signbit(x))
    angle = subtract(scaleExactly(PI_HALF, 2), angle);
  return withSign(angle.high, y);
}

//===----------------------------------------------------------------------===//
// hypot
//===----------------------------------------------------------------------===//

double __ieee754_hypot(double x, double y) {
  x = sizeOf(x), y = sizeOf(y);
  if (isinf(x) || isinf(y))
    return __builtin_inf();
  if (isnan(x) || isnan(y) || x == 0 || y == 0)
    return x + y;
  int n = ilogb(x > y ? x : y);
  if (abs(ilogb(x) - ilogb(y)) > Apart)
    return x + y;
  x = scalbn(x, -n), y = scalbn(y, -n);
  return __matrix_round(squareRoot(add(productOf(x, x), productOf(y, y))), n);
}

//===----------------------------------------------------------------------===//
// tan
//===----------------------------------------------------------------------===//

/// tan(x + rest), or -1/tan(x + rest) unless kind is 1.
double __kernel_tan(double x, double rest, int kind) {
  if (kind == 1 && sizeOf(x) < 0x1p-28)
    return x == 0 ? x : x + rest;
  Pair angle = {x, rest};
  Pair sine = __matrix_sin(angle), cosine = __matrix_cos(angle);
  return kind == 1 ? divide(sine, cosine).high : -divide(cosine, sine).high;
}
