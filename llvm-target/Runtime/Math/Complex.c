//===- Complex.c - products and quotients of complex numbers --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As annex G of C17 recommends: if both parts of a result are NaN though an
// operand is infinite or a divisor zero, the infinity or zero is recovered.
// Quotients are computed in a type in which no product overflows or underflows;
// those of binary128, which has none, with exponents apart from significands.
//
//===----------------------------------------------------------------------===//

#include "SoftFloat.h"

//===----------------------------------------------------------------------===//
// Parts of numbers
//===----------------------------------------------------------------------===//

static inline Number numberOfDouble(double x) {
  return unpack(bitsOf(x), Binary64);
}
static inline double doubleOf(Number n) {
  return fromBits((uint64_t)pack(n, Binary64));
}
static inline Number numberOfFloat(float x) { return numberOfDouble(x); }
static inline float floatOf(Number n) { return (float)doubleOf(n); }

static Number scaled(Number n, int exponent) {
  n.exponent += exponent;
  return n;
}

/// 1 for infinity, else 0, with the sign of the number.
static Number unitIfInfinite(Number n) {
  Number unit = {n.class == Infinite ? Finite : Zero, n.negative, 1 - WideBits,
                 (Wide)1 << (WideBits - 1)};
  return unit;
}
static Number zeroIfNaN(Number n) {
  if (n.class == NotANumber)
    n.class = Zero;
  return n;
}

//===----------------------------------------------------------------------===//
// Products with exponents of any size
//===----------------------------------------------------------------------===//

/// significand * 2^exponent.
typedef struct {
  QUAD significand;
  int exponent;
} Scaled;

static QUAD scale(QUAD x, int exponent) {
  return quadOf(scaled(numberOf(x), exponent));
}

/// The significand of a finite number other than 0 is in [1, 2).
static Scaled split(QUAD x) {
  Number n = numberOf(x);
  int exponent = n.class == Finite ? n.exponent + WideBits - 1 : 0;
  return (Scaled){scale(x, -exponent), exponent};
}

static Scaled product(QUAD x, QUAD y) {
  Scaled a = split(x), b = split(y);
  return (Scaled){a.significand * b.significand, a.exponent + b.exponent};
}

static Scaled sum(Scaled a, Scaled b) {
  enum { Beyond = 256 }; // twice the precision
  if (a.significand == 0 || (b.significand != 0 && a.exponent < b.exponent)) {
    Scaled larger = b;
    b = a;
    a = larger;
  }
  int distance = a.exponent - b.exponent;
  if (distance > Beyond)
    distance = Beyond;
  return (Scaled){a.significand + scale(b.significand, -distance), a.exponent};
}

/// (a c + b d) / (c c + d d).
static QUAD scaledQuotient(QUAD a, QUAD b, QUAD c, QUAD d) {
  Scaled above = sum(product(a, c), product(b, d)),
         below = sum(product(c, c), product(d, d));
  return scale(above.significand / below.significand,
               above.exponent - below.exponent);
}

/// The same in a wider type.
#define WIDE_QUOTIENT(TYPE, a, b, c, d)                                        \
  (((TYPE)(a) * (c) + (TYPE)(b) * (d)) / ((TYPE)(c) * (c) + (TYPE)(d) * (d)))

//===----------------------------------------------------------------------===//
// Functions of each type
//===----------------------------------------------------------------------===//

#define IS_NAN(x) ((x) != (x))
#define IS_INFINITE(x) (NUMBER(x).class == Infinite)
#define IS_FINITE(x) (NUMBER(x).class <= Finite)

/// Infinity becomes 1, another number 0, with its sign.
#define BOX_INFINITY(x) ((x) = REAL_OF(unitIfInfinite(NUMBER(x))))
#define CLEAR_NAN(x) ((x) = REAL_OF(zeroIfNaN(NUMBER(x))))

#define REAL float
#define QUOTIENT(a, b, c, d) (float)WIDE_QUOTIENT(double, a, b, c, d)
#define NUMBER numberOfFloat
#define REAL_OF floatOf
#define MULTIPLY RUNTIME_NAME(__mulsc3)
#define DIVIDE RUNTIME_NAME(__divsc3)
#include "ComplexFunctions.def"

#define REAL double
#define QUOTIENT(a, b, c, d) (double)WIDE_QUOTIENT(QUAD, a, b, c, d)
#define NUMBER numberOfDouble
#define REAL_OF doubleOf
#define MULTIPLY RUNTIME_NAME(__muldc3)
#define DIVIDE RUNTIME_NAME(__divdc3)
#include "ComplexFunctions.def"

#define REAL QUAD
#define QUOTIENT(a, b, c, d) scaledQuotient(a, b, c, d)
#define NUMBER numberOf
#define REAL_OF quadOf
#define MULTIPLY RUNTIME_NAME(__multc3)
#define DIVIDE RUNTIME_NAME(__divtc3)
#include "ComplexFunctions.def"
