//===- LongDoubleProduct.c - fma, root and hypot of binary128 -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fmal, sqrtl and hypotl, rounded correctly: products and sums in integers of 256
// bits, square roots bit by bit. Bits below those of an integer only set its last
// bit, which is below the one that rounding examines.
//
//===----------------------------------------------------------------------===//

#include "LongDouble.h"
#include "../../Runtime/Wide256.h"

//===----------------------------------------------------------------------===//
// fmal
//===----------------------------------------------------------------------===//

/// A number with an integer of 256 bits, of which the second highest is set.
typedef struct {
  bool negative;
  int exponent;
  Wide256 significand;
} WideNumber;

/// The significand has enough zeros at its end.
static WideNumber productOf(Number x, Number y) {
  WideNumber p = {x.negative != y.negative, x.exponent + y.exponent,
                  multiply256(x.significand, y.significand)};
  if (p.significand.high >> (WideBits - 1)) {
    p.significand = shiftRightSticky256(p.significand, 1);
    p.exponent += 1;
  }
  return p;
}

static WideNumber widened(Number z) {
  Wide256 significand = {z.significand >> 1, 0};
  WideNumber n = {z.negative, z.exponent - WideBits + 1, significand};
  return n;
}

static bool isSmaller(WideNumber a, WideNumber b) {
  return a.exponent != b.exponent ? a.exponent < b.exponent
                                  : isLess256(a.significand, b.significand);
}

static Quad rounded(WideNumber n) {
  Wide high = n.significand.high;
  int shift = high ? leadingZeros(high) : WideBits;
  Wide256 x = shiftLeft256(n.significand, shift);
  Number result = {Finite, n.negative, n.exponent + WideBits - shift,
                   x.high | (x.low != 0)};
  result = normalize(result);
  // The difference of equal numbers is positive.
  result.negative &= result.class == Finite;
  return quadOf(result);
}

static Quad sumOf(WideNumber a, WideNumber b) {
  if (isSmaller(a, b))
    return sumOf(b, a);
  int shift = a.exponent - b.exponent;
  b.significand = shiftRightSticky256(b.significand, shift);
  a.significand = a.negative == b.negative
                      ? add256(a.significand, b.significand)
                      : subtract256(a.significand, b.significand);
  return rounded(a);
}

Quad fmal(Quad x, Quad y, Quad z) {
  Number a = numberOf(x), b = numberOf(y), c = numberOf(z);
  if (!isFiniteNumber(c) && isFiniteNumber(a) && isFiniteNumber(b))
    return z + z;
  if (a.class != Finite || b.class != Finite)
    return x * y + z;
  WideNumber product = productOf(a, b);
  return c.class == Zero ? rounded(product) : sumOf(product, widened(c));
}

//===----------------------------------------------------------------------===//
// sqrtl and hypotl
//===----------------------------------------------------------------------===//

/// More than the precision and a bit for rounding; the remainder has two more.
enum { RootBits = 120 };

/// The root of an integer >= 2^252 times 2^exponent, the exponent even. Each
/// digit of the root takes two bits.
static Quad rootOf(Wide256 radicand, int exponent) {
  Wide root = 0, rest = 0;
  for (int i = 0; i < RootBits; ++i) {
    rest = rest << 2 | radicand.high >> (WideBits - 2);
    radicand = shiftLeft256(radicand, 2);
    Wide decrement = root << 2 | 1;
    bool fits = rest >= decrement;
    rest = fits ? rest - decrement : rest;
    root = root << 1 | fits;
  }
  bool isSticky = (rest | radicand.high) != 0;
  Number n = {Finite, false, exponent / 2 + WideBits - RootBits - 1,
              root << 1 | isSticky};
  return quadOf(normalize(n));
}

Quad sqrtl(Quad x) {
  Number n = numberOf(x);
  if (n.class == Zero || n.class == NotANumber)
    return n.class == Zero ? x : x + x;
  if (n.negative)
    return domainError();
  if (n.class == Infinite)
    return x;
  bool isOdd = n.exponent % 2;
  Wide256 radicand = {n.significand >> isOdd, 0};
  return rootOf(radicand, n.exponent - WideBits + isOdd);
}

/// The square of half the number, so that a sum has no carry.
static Wide256 squareOf(Number n) {
  return multiply256(n.significand >> 1, n.significand >> 1);
}

static Quad hypotOf(Number a, Number b) {
  if (a.exponent < b.exponent)
    return hypotOf(b, a);
  int shift = a.exponent - b.exponent;
  Wide256 square = shiftRightSticky256(squareOf(b), 2 * shift);
  return rootOf(add256(squareOf(a), square), 2 * a.exponent + 2);
}

Quad hypotl(Quad x, Quad y) {
  if (isinf(x) || isinf(y))
    return __builtin_infl();
  if (isnan(x) || isnan(y))
    return x + y;
  if (x == 0 || y == 0)
    return fabsl(x == 0 ? y : x);
  Quad result = hypotOf(numberOf(x), numberOf(y));
  if (isinf(result))
    errno = ERANGE;
  return result;
}
