//===- WideInteger.c - arithmetic of __int128 -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Division, multiplication and shifts that compilers call. A division by zero
// gives all ones, and the dividend as remainder.
//
//===----------------------------------------------------------------------===//

#include "SoftFloat.h"

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

typedef struct {
  Wide quotient, remainder;
} Division;

/// Digit by digit, from the highest one that can be set.
static Division divideDigits(Wide a, Wide b) {
  Division d = {0, a};
  int shift = leadingZeros(b) - leadingZeros(a);
  for (b <<= shift; shift >= 0; --shift, b >>= 1) {
    d.quotient <<= 1;
    if (d.remainder >= b) {
      d.remainder -= b;
      d.quotient |= 1;
    }
  }
  return d;
}

static Division divide(Wide a, Wide b) {
  if (!b)
    return (Division){~(Wide)0, a};
  if (a < b)
    return (Division){0, a};
  if (!(a >> HalfWide)) {
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    return (Division){x / y, x % y};
  }
  return divideDigits(a, b);
}

static Wide magnitude(SignedWide x) { return x < 0 ? -(Wide)x : (Wide)x; }

static SignedWide negatedIf(bool negative, Wide x) {
  return (SignedWide)(negative ? -x : x);
}

EXPORT Wide RUNTIME_NAME(__udivmodti4)(Wide a, Wide b, Wide *remainder) {
  Division d = divide(a, b);
  if (remainder)
    *remainder = d.remainder;
  return d.quotient;
}
EXPORT Wide RUNTIME_NAME(__udivti3)(Wide a, Wide b) {
  return divide(a, b).quotient;
}
EXPORT Wide RUNTIME_NAME(__umodti3)(Wide a, Wide b) {
  return divide(a, b).remainder;
}

EXPORT SignedWide RUNTIME_NAME(__divti3)(SignedWide a, SignedWide b) {
  bool negative = b && (a < 0) != (b < 0);
  return negatedIf(negative, divide(magnitude(a), magnitude(b)).quotient);
}
EXPORT SignedWide RUNTIME_NAME(__modti3)(SignedWide a, SignedWide b) {
  return negatedIf(a < 0, divide(magnitude(a), magnitude(b)).remainder);
}
EXPORT SignedWide RUNTIME_NAME(__divmodti4)(SignedWide a, SignedWide b,
                                            SignedWide *remainder) {
  Division d = divide(magnitude(a), magnitude(b));
  *remainder = negatedIf(a < 0, d.remainder);
  return negatedIf(b && (a < 0) != (b < 0), d.quotient);
}

//===----------------------------------------------------------------------===//
// Multiplication
//===----------------------------------------------------------------------===//

static Wide multiply(Wide a, Wide b) {
  uint64_t a0 = (uint64_t)a, a1 = (uint64_t)(a >> HalfWide);
  uint64_t b0 = (uint64_t)b, b1 = (uint64_t)(b >> HalfWide);
  return (Wide)a0 * b0 + ((Wide)(a0 * b1 + a1 * b0) << HalfWide);
}

EXPORT SignedWide RUNTIME_NAME(__multi3)(SignedWide a, SignedWide b) {
  return (SignedWide)multiply((Wide)a, (Wide)b);
}

EXPORT SignedWide RUNTIME_NAME(__muloti4)(SignedWide a, SignedWide b,
                                          int *overflow) {
  Wide x = magnitude(a), y = magnitude(b);
  bool negative = (a < 0) != (b < 0);
  Wide limit = ((Wide)1 << (WideBits - 1)) - !negative;
  *overflow = y && x > divide(limit, y).quotient;
  return negatedIf(negative, multiply(x, y));
}

//===----------------------------------------------------------------------===//
// Shifts, by halves
//===----------------------------------------------------------------------===//

static Wide join(uint64_t high, uint64_t low) {
  return (Wide)high << HalfWide | low;
}

EXPORT SignedWide RUNTIME_NAME(__ashlti3)(SignedWide x, int count) {
  uint64_t low = (uint64_t)x, high = (uint64_t)((Wide)x >> HalfWide);
  if (count >= HalfWide)
    return (SignedWide)join(low << (count - HalfWide), 0);
  uint64_t carried = count ? low >> (HalfWide - count) : 0;
  return (SignedWide)join(high << count | carried, low << count);
}

EXPORT Wide RUNTIME_NAME(__lshrti3)(Wide x, int count) {
  uint64_t low = (uint64_t)x, high = (uint64_t)(x >> HalfWide);
  if (count >= HalfWide)
    return high >> (count - HalfWide);
  uint64_t carried = count ? high << (HalfWide - count) : 0;
  return join(high >> count, low >> count | carried);
}

EXPORT SignedWide RUNTIME_NAME(__ashrti3)(SignedWide x, int count) {
  uint64_t low = (uint64_t)x;
  int64_t high = (int64_t)((Wide)x >> HalfWide);
  if (count >= HalfWide)
    return (SignedWide)join((uint64_t)(high >> (HalfWide - 1)),
                            (uint64_t)(high >> (count - HalfWide)));
  uint64_t carried = count ? (uint64_t)high << (HalfWide - count) : 0;
  return (SignedWide)join((uint64_t)(high >> count), low >> count | carried);
}
