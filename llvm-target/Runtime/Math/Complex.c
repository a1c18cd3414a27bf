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
// those of binary128, which has none, with operands scaled by their exponents.
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

/// The exponent of the larger of two numbers; 0 unless it is finite.
static int largerExponent(Number a, Number b) {
  if (a.class > Finite || b.class > Finite ||
      (a.class == Zero && b.class == Zero))
    return 0;
  Number larger = a.class == Zero || (b.class != Zero && b.exponent > a.exponent)
                      ? b
                      : a;
  return larger.exponent + WideBits - 1;
}

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
// Functions of each type
//===----------------------------------------------------------------------===//

#define IS_NAN(x) ((x) != (x))
#define IS_INFINITE(x) (NUMBER(x).class == Infinite)
#define IS_FINITE(x) (NUMBER(x).class <= Finite)

/// Infinity becomes 1, another number 0, with its sign.
#define BOX_INFINITY(x) ((x) = REAL_OF(unitIfInfinite(NUMBER(x))))
#define CLEAR_NAN(x) ((x) = REAL_OF(zeroIfNaN(NUMBER(x))))

#define REAL float
#define WIDER double
#define COMMON_EXPONENT(x, y) 0
#define SCALED(x, exponent) ((void)(exponent), (x))
#define NUMBER numberOfFloat
#define REAL_OF floatOf
#define MULTIPLY RUNTIME_NAME(__mulsc3)
#define DIVIDE RUNTIME_NAME(__divsc3)
#include "ComplexFunctions.def"

#define REAL double
#define WIDER QUAD
#define COMMON_EXPONENT(x, y) 0
#define SCALED(x, exponent) ((void)(exponent), (x))
#define NUMBER numberOfDouble
#define REAL_OF doubleOf
#define MULTIPLY RUNTIME_NAME(__muldc3)
#define DIVIDE RUNTIME_NAME(__divdc3)
#include "ComplexFunctions.def"

#define REAL QUAD
#define WIDER QUAD
#define COMMON_EXPONENT(x, y) largerExponent(NUMBER(x), NUMBER(y))
#define SCALED(x, exponent) quadOf(scaled(numberOf(x), exponent))
#define NUMBER numberOf
#define REAL_OF quadOf
#define MULTIPLY RUNTIME_NAME(__multc3)
#define DIVIDE RUNTIME_NAME(__divtc3)
#include "ComplexFunctions.def"
