//===- LongDouble.h - functions of long double --------------------*- C -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the functions of long double, binary128, share. They take numbers apart,
// as the runtime library does, compute with integers, and round once. A result
// that is NaN has no payload.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_NEWLIB_MATH_LONGDOUBLE_H
#define MATRIX_NEWLIB_MATH_LONGDOUBLE_H

#include "../../Runtime/SoftFloat.h"
#include <errno.h>
#include <math.h>

enum {
  Precision = 113,
  SpareBits = WideBits - Precision, // zeros below the significand
};

static inline bool isFiniteNumber(Number n) {
  return n.class == Finite || n.class == Zero;
}

static inline Quad withSignOf(Quad magnitude, bool negative) {
  Wide sign = (Wide)1 << (WideBits - 1), bits = bitsOfQuad(magnitude) & ~sign;
  return quadFromBits(negative ? bits | sign : bits);
}

/// The result outside of the domain.
static inline Quad domainError(void) {
  errno = EDOM;
  return __builtin_nanl("");
}

#endif // MATRIX_NEWLIB_MATH_LONGDOUBLE_H
