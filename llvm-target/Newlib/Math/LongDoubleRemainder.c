//===- LongDoubleRemainder.c - remainders of binary128 --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remainders are exact. A dividend x 2^n, x an integer, is reduced modulo m by the
// powers of two modulo m, with a number of steps logarithmic in n. The modulus is
// eight divisors, so that the last bits of the quotient are known.
//
//===----------------------------------------------------------------------===//

#include "LongDouble.h"

enum { QuotientBits = 3 };

//===----------------------------------------------------------------------===//
// Integers modulo m < 2^127; operands are less than m
//===----------------------------------------------------------------------===//

static Wide sumModulo(Wide a, Wide b, Wide m) {
  Wide sum = a + b;
  return sum >= m ? sum - m : sum;
}

static Wide productModulo(Wide a, Wide b, Wide m) {
  Wide product = 0;
  for (int bit = WideBits - leadingZeros(b | 1); bit--;) {
    product = sumModulo(product, product, m);
    if (b >> bit & 1)
      product = sumModulo(product, a, m);
  }
  return product;
}

static Wide powerOfTwoModulo(int n, Wide m) {
  if (n < WideBits - 1 && (Wide)1 << n < m)
    return (Wide)1 << n;
  Wide root = powerOfTwoModulo(n / 2, m), power = productModulo(root, root, m);
  return n % 2 ? sumModulo(power, power, m) : power;
}

//===----------------------------------------------------------------------===//
// Division of magnitudes
//===----------------------------------------------------------------------===//

/// Integers times 2^exponent.
typedef struct {
  Wide dividend, divisor;
  int exponent;
} Division;

/// Reduces the dividend modulo eight divisors. All divisors that are more than
/// twice the dividend are equivalent.
static Division reduced(Number x, Number y) {
  Division d = {x.significand >> SpareBits, y.significand >> SpareBits, 0};
  int shift = x.exponent - y.exponent;
  d.exponent = (shift < 0 ? x.exponent : y.exponent) + SpareBits;
  if (shift < 0) {
    d.divisor <<= shift < -2 ? 2 : -shift;
  } else {
    Wide m = d.divisor << QuotientBits;
    d.dividend = productModulo(powerOfTwoModulo(shift, m), d.dividend, m);
  }
  return d;
}

/// Returns the last bits of the quotient; the dividend becomes the remainder.
static int divide(Division *d) {
  int quotient = 0;
  for (int bit = QuotientBits; bit--;)
    if (d->dividend >= d->divisor << bit) {
      d->dividend -= d->divisor << bit;
      quotient |= 1 << bit;
    }
  return quotient;
}

static Quad remainderOf(Number n, Division d) {
  n.class = Finite;
  n.exponent = d.exponent;
  n.significand = d.dividend;
  return quadOf(normalize(n));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether the result is known without a division.
static bool isSpecial(Quad x, Quad y, Quad *result) {
  Number a = numberOf(x), b = numberOf(y);
  if (a.class == NotANumber || b.class == NotANumber)
    *result = x + y;
  else if (a.class == Infinite || b.class == Zero)
    *result = domainError();
  else
    *result = x;
  return a.class != Finite || b.class != Finite;
}

Quad fmodl(Quad x, Quad y) {
  Quad result;
  if (isSpecial(x, y, &result))
    return result;
  Number n = numberOf(x);
  Division d = reduced(n, numberOf(y));
  divide(&d);
  return remainderOf(n, d);
}

Quad remquol(Quad x, Quad y, int *quotient) {
  Quad result;
  *quotient = 0;
  if (isSpecial(x, y, &result))
    return result;
  Number n = numberOf(x);
  Division d = reduced(n, numberOf(y));
  int magnitude = divide(&d);
  Wide over = d.divisor - d.dividend;
  if (over < d.dividend || (over == d.dividend && magnitude % 2)) {
    d.dividend = over;
    n.negative = !n.negative;
    ++magnitude;
  }
  *quotient = signbit(x) == signbit(y) ? magnitude : -magnitude;
  return remainderOf(n, d);
}

Quad remainderl(Quad x, Quad y) {
  int quotient;
  return remquol(x, y, &quotient);
}
Quad dreml(Quad x, Quad y) { return remainderl(x, y); }
