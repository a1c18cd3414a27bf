//===- LongDoubleRound.c - integers near binary128 ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that round long double to integers. The quarters of a number, whose
// last bit is set if a bit below it is, decide about its rounding.
//
//===----------------------------------------------------------------------===//

#include "LongDouble.h"

typedef enum { TowardZero, Up, Down, HalfFromZero, HalfToEven } Rounding;

/// Whether the next integer from zero is the result; quarters are of the
/// magnitude.
static bool isIncremented(Wide quarters, bool negative, Rounding rounding) {
  int rest = (int)(quarters & 3);
  bool isOdd = quarters & 4;
  switch (rounding) {
  case Up:
    return rest && !negative;
  case Down:
    return rest && negative;
  case HalfFromZero:
    return rest >= 2;
  case HalfToEven:
    return rest + isOdd > 2;
  default:
    return false;
  }
}

static Quad integerOf(Quad x, Rounding rounding) {
  Number n = numberOf(x);
  if (n.class == NotANumber)
    return x + x;
  if (n.class != Finite || n.exponent >= -SpareBits)
    return x;
  Wide quarters = shiftRightSticky(n.significand, -n.exponent - 2);
  n.significand =
      (quarters >> 2) + isIncremented(quarters, n.negative, rounding);
  n.exponent = 0;
  return quadOf(normalize(n));
}

Quad truncl(Quad x) { return integerOf(x, TowardZero); }
Quad floorl(Quad x) { return integerOf(x, Down); }
Quad ceill(Quad x) { return integerOf(x, Up); }
Quad roundl(Quad x) { return integerOf(x, HalfFromZero); }
Quad rintl(Quad x) { return integerOf(x, HalfToEven); }
Quad nearbyintl(Quad x) { return integerOf(x, HalfToEven); }

long lrintl(Quad x) { return (long)integerOf(x, HalfToEven); }
long long llrintl(Quad x) { return (long long)integerOf(x, HalfToEven); }
long lroundl(Quad x) { return (long)integerOf(x, HalfFromZero); }
long long llroundl(Quad x) { return (long long)integerOf(x, HalfFromZero); }

Quad modfl(Quad x, Quad *whole) {
  *whole = integerOf(x, TowardZero);
  if (isnan(x))
    return *whole;
  return withSignOf(isinf(x) ? 0 : x - *whole, signbit(x));
}
