//===- QuadArithmetic.c - arithmetic of binary128 -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that compilers call for long double.
//
//===----------------------------------------------------------------------===//

#include "Wide256.h"

static const Number invalid = {NotANumber, false, 0, 0};

//===----------------------------------------------------------------------===//
// Sum and difference
//===----------------------------------------------------------------------===//

/// a + b, both finite, |a| >= |b|.
static Number addOrdered(Number a, Number b) {
  // One bit for the carry, and 14 below the precision, of which one is sticky.
  Wide x = a.significand >> 1;
  Wide y = shiftRightSticky(b.significand, a.exponent - b.exponent + 1);
  a.exponent += 1;
  a.significand = a.negative == b.negative ? x + y : x - y;
  if (!a.significand)
    a.negative = false;
  return normalize(a);
}

static bool isLess(Number a, Number b) {
  return a.exponent != b.exponent ? a.exponent < b.exponent
                                  : a.significand < b.significand;
}

static Number add(Number a, Number b) {
  if (a.class == NotANumber || b.class == NotANumber)
    return invalid;
  if (a.class == Infinite)
    return b.class == Infinite && a.negative != b.negative ? invalid : a;
  if (b.class == Infinite)
    return b;
  if (a.class == Zero && b.class == Zero)
    a.negative = a.negative && b.negative;
  if (b.class == Zero)
    return a;
  if (a.class == Zero)
    return b;
  return isLess(a, b) ? addOrdered(b, a) : addOrdered(a, b);
}

EXPORT Quad RUNTIME_NAME(__addtf3)(Quad a, Quad b) {
  return quadOf(add(numberOf(a), numberOf(b)));
}

EXPORT Quad RUNTIME_NAME(__subtf3)(Quad a, Quad b) {
  Number n = numberOf(b);
  n.negative = !n.negative;
  return quadOf(add(numberOf(a), n));
}

//===----------------------------------------------------------------------===//
// Product
//===----------------------------------------------------------------------===//

EXPORT Quad RUNTIME_NAME(__multf3)(Quad x, Quad y) {
  Number a = numberOf(x), b = numberOf(y);
  bool negative = a.negative != b.negative;
  if (a.class == NotANumber || b.class == NotANumber ||
      (a.class == Infinite && b.class == Zero) ||
      (a.class == Zero && b.class == Infinite))
    return quadOf(invalid);
  if (a.class == Finite && b.class == Finite) {
    Wide256 product = multiply256(a.significand, b.significand);
    a.significand = product.high | (product.low != 0);
    a.exponent += b.exponent + WideBits;
    a = normalize(a);
  } else if (b.class != Finite) {
    a.class = b.class;
  }
  a.negative = negative;
  return quadOf(a);
}

//===----------------------------------------------------------------------===//
// Quotient
//===----------------------------------------------------------------------===//

enum { QuotientBits = 116 }; // more than the precision and a bit for rounding

/// Digit by digit; both have their highest bit set.
static Number divideFinite(Number a, Number b) {
  Wide rest = a.significand >> 1, divisor = b.significand >> 1, quotient = 0;
  for (int i = 0; i < QuotientBits; ++i) {
    bool fits = rest >= divisor;
    quotient = quotient << 1 | fits;
    rest = (fits ? rest - divisor : rest) << 1;
  }
  a.significand = quotient << 1 | (rest != 0);
  a.exponent -= b.exponent + QuotientBits;
  return normalize(a);
}

EXPORT Quad RUNTIME_NAME(__divtf3)(Quad x, Quad y) {
  Number a = numberOf(x), b = numberOf(y);
  bool negative = a.negative != b.negative;
  if (a.class == NotANumber || b.class == NotANumber ||
      (a.class == b.class && a.class != Finite))
    return quadOf(invalid);
  if (a.class == Finite && b.class == Finite)
    a = divideFinite(a, b);
  else if (b.class == Zero)
    a.class = Infinite;
  else if (b.class == Infinite)
    a.class = Zero;
  a.negative = negative;
  return quadOf(a);
}

EXPORT Quad RUNTIME_NAME(__powitf2)(Quad x, int n) {
  Quad result = 1;
  for (unsigned rest = n < 0 ? -(unsigned)n : (unsigned)n; rest; rest /= 2) {
    if (rest & 1)
      result *= x;
    x *= x;
  }
  return n < 0 ? 1 / result : result;
}
