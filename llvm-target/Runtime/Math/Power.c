//===- Power.c - powers and roots ------------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pow and roots. pow is exp(y log x) with the special cases of C's Annex F; the
// cube root corrects a first approximation.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

//===----------------------------------------------------------------------===//
// pow
//===----------------------------------------------------------------------===//

static bool isInteger(double y) { return __builtin_elementwise_trunc(y) == y; }
static bool isOdd(double y) { return isInteger(y) && !isInteger(y / 2); }

/// pow if an argument is zero, infinite or NaN, by the rules of C (Annex F):
/// the limit, and 1 for pow(x, 0) and pow(1, y) with any other argument.
static double powOfSpecial(double x, double y) {
  if (y == 0 || x == 1)
    return 1;
  if (isNaN(x) || isNaN(y))
    return NOT_A_NUMBER;
  double size = absolute(x);
  if (absolute(y) == INFINITE)
    return size == 1 ? 1 : (size > 1) == (y > 0) ? INFINITE : 0;
  double value = (size == 0) == (y > 0) ? 0 : INFINITE;
  return isOdd(y) ? withSign(value, x) : value;
}

static double powOf(double x, double y) {
  double size = absolute(x);
  if (y == 0 || size == 0 || !(size < INFINITE) || !(absolute(y) < INFINITE))
    return powOfSpecial(x, y);
  if (x < 0 && !isInteger(y))
    return NOT_A_NUMBER;
  double value = matrix_rt_exp(y * matrix_rt_log(size));
  return x < 0 && isOdd(y) ? -value : value;
}

static double powiOf(double x, int n) {
  double result = 1;
  for (unsigned rest = n < 0 ? -(unsigned)n : (unsigned)n; rest;
       rest >>= 1, x *= x)
    if (rest & 1)
      result *= x;
  return n < 0 ? 1 / result : result;
}

EXPORT_BINARY(pow, powOf)
EXPORT double RUNTIME_NAME(__powidf2)(double x, int n) { return powiOf(x, n); }
EXPORT float RUNTIME_NAME(__powisf2)(float x, int n) {
  return (float)powiOf(x, n);
}

//===----------------------------------------------------------------------===//
// Cube root, hypotenuse
//===----------------------------------------------------------------------===//

static double cbrtOf(double x) {
  double size = absolute(x);
  if (size == 0 || !(size < INFINITE))
    return x;
  double scale = 1;
  if (size < 0x1p-1000) { // avoid subnormal numbers
    size *= 0x1p300;
    scale = 0x1p-100;
  }
  // A third of the exponent, then Newton iterations: 5, 10, 20, 40, 80 bits.
  double root = fromBits(bitsOf(size) / 3 + 0x2a9f7893782da1ce);
  for (int step = 0; step < 5; ++step)
    root -= (root - size / (root * root)) / 3;
  return withSign(root * scale, x);
}

static double hypotOf(double x, double y) {
  double large = absolute(x), small = absolute(y);
  if (large == INFINITE || small == INFINITE)
    return INFINITE;
  if (large < small) {
    double other = large;
    large = small;
    small = other;
  }
  if (large == 0)
    return small;
  double ratio = small / large;
  return large * __builtin_elementwise_sqrt(1 + ratio * ratio);
}

EXPORT_UNARY(cbrt, cbrtOf)
EXPORT_BINARY(hypot, hypotOf)
