//===- Parts.c - integer parts and scaling -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// modf, of which newlib's returns zero for NaN, and scalbnf, of which newlib's
// returns zero instead of the smallest subnormal number. They are in libc also.
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include <math.h>

#define PARTS(TYPE, NAME)                                                      \
  TYPE NAME(TYPE x, TYPE *whole) {                                             \
    *whole = __builtin_elementwise_trunc(x);                                   \
    TYPE fraction = isinf(x) ? 0 : x - *whole;                                 \
    return isnan(x) ? x : __builtin_elementwise_copysign(fraction, x);         \
  }
PARTS(double, modf)
PARTS(float, modff)

/// The product is exact before it is rounded: 2^-400 x is a normal number.
float scalbnf(float x, int n) {
  return (float)(x * powerOfTwo(n > 400 ? 400 : n < -400 ? -400 : n));
}
float scalblnf(float x, long n) {
  return scalbnf(x, n > 400 ? 400 : n < -400 ? -400 : (int)n);
}
