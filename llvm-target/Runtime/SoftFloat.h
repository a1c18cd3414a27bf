//===- SoftFloat.h - floating point by integer arithmetic ---------*- C -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers as sign, exponent and a significand of 128 bits, and their formats:
// binary128, which has no instructions, and those that it is converted to.
// Rounding is to nearest, ties to even; there are no status flags.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUNTIME_SOFTFLOAT_H
#define MATRIX_RUNTIME_SOFTFLOAT_H

#include "Runtime.h"

/// binary128 by the name that it has on this target, or on the host.
#if __LDBL_MANT_DIG__ == 113
#define QUAD long double
#else
#define QUAD __float128
#endif
typedef QUAD Quad;

typedef unsigned __int128 Wide;
typedef __int128 SignedWide;

enum { WideBits = 128, HalfWide = 64 };

/// A binary interchange format: bits of the significand with the implicit one,
/// and of the exponent.
typedef struct {
  int precision, exponentBits;
} Format;

static const Format Binary16 = {11, 5}, Brain16 = {8, 8}, Binary32 = {24, 8},
                    Binary64 = {53, 11}, Binary128 = {113, 15};

typedef enum { Zero, Finite, Infinite, NotANumber } Class;

/// A finite number is significand * 2^exponent; the highest bit of the
/// significand is set.
typedef struct {
  Class class;
  bool negative;
  int exponent;
  Wide significand;
} Number;

static inline int leadingZeros(Wide x) {
  uint64_t high = (uint64_t)(x >> HalfWide);
  return high ? __builtin_clzll(high) : HalfWide + __builtin_clzll((uint64_t)x);
}

/// x >> count; the last bit is set if a bit that is lost was.
static inline Wide shiftRightSticky(Wide x, int count) {
  if (count <= 0)
    return x;
  if (count >= WideBits)
    return x != 0;
  return (x >> count) | ((x << (WideBits - count)) != 0);
}

/// Moves the highest bit of the significand to its place.
static inline Number normalize(Number n) {
  if (!n.significand) {
    n.class = Zero;
    return n;
  }
  int shift = leadingZeros(n.significand);
  n.significand <<= shift;
  n.exponent -= shift;
  return n;
}

static inline Number unpack(Wide bits, Format format) {
  int fractionBits = format.precision - 1;
  int maxExponent = (1 << format.exponentBits) - 1;
  int biased = (int)(bits >> fractionBits) & maxExponent;
  Wide fraction = bits & (((Wide)1 << fractionBits) - 1);
  Number n = {Finite, (bits >> (fractionBits + format.exponentBits)) & 1, 0, 0};
  if (biased == maxExponent) {
    n.class = fraction ? NotANumber : Infinite;
    return n;
  }
  n.significand = biased ? fraction | (Wide)1 << fractionBits : fraction;
  n.exponent = (biased ? biased : 1) - maxExponent / 2 - fractionBits;
  return normalize(n);
}

/// Rounds a finite number to the format, without its sign. The last bit of the
/// significand may be sticky.
static inline Wide roundTo(Number n, Format format) {
  int fractionBits = format.precision - 1,
      dropped = WideBits - format.precision;
  int biased = n.exponent + WideBits - 1 + ((1 << format.exponentBits) - 1) / 2;
  Wide x = shiftRightSticky(n.significand, 1 - biased);
  Wide half = (Wide)1 << (dropped - 1), rest = x & (2 * half - 1);
  x >>= dropped;
  x += rest > half || (rest == half && (x & 1));
  // The implicit one, or a carry, increments the exponent.
  return x + (biased > 0 ? (Wide)(biased - 1) << fractionBits : 0);
}

static inline Wide pack(Number n, Format format) {
  int fractionBits = format.precision - 1;
  int maxExponent = (1 << format.exponentBits) - 1;
  Wide sign = (Wide)n.negative << (fractionBits + format.exponentBits);
  Wide infinity = (Wide)maxExponent << fractionBits;
  if (n.class == NotANumber)
    return infinity | (Wide)1 << (fractionBits - 1);
  if (n.class == Zero)
    return sign;
  if (n.class == Infinite || n.exponent + WideBits - 1 > maxExponent / 2)
    return sign | infinity;
  return sign | roundTo(n, format);
}

/// The compiler must not recognize operations on the bits as those on numbers,
/// which are calls of these functions.
static inline Wide bitsOfQuad(Quad x) {
  Wide bits;
  __builtin_memcpy(&bits, &x, sizeof(bits));
  uint64_t low = (uint64_t)bits, high = (uint64_t)(bits >> HalfWide);
  __asm__("" : "+r"(low), "+r"(high));
  return (Wide)high << HalfWide | low;
}
static inline Quad quadFromBits(Wide bits) {
  Quad x;
  __builtin_memcpy(&x, &bits, sizeof(x));
  return x;
}
static inline Number numberOf(Quad x) {
  return unpack(bitsOfQuad(x), Binary128);
}
static inline Quad quadOf(Number n) { return quadFromBits(pack(n, Binary128)); }

#endif // MATRIX_RUNTIME_SOFTFLOAT_H
