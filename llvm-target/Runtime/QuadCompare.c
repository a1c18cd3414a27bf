//===- QuadCompare.c - comparisons of binary128 ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result is compared with 0 by the caller: negative, zero or positive, as the
// left operand is less, equal or greater. For NaN it makes the comparison false.
//
//===----------------------------------------------------------------------===//

#include "SoftFloat.h"

static bool isNaNQuad(Quad x) { return numberOf(x).class == NotANumber; }

/// Integers in the order of the numbers; both zeros are equal.
static SignedWide ordered(Quad x) {
  Wide bits = bitsOfQuad(x), magnitude = bits << 1 >> 1;
  return bits == magnitude ? (SignedWide)magnitude : -(SignedWide)magnitude;
}

static int compare(Quad a, Quad b, int resultForNaN) {
  if (isNaNQuad(a) || isNaNQuad(b))
    return resultForNaN;
  SignedWide x = ordered(a), y = ordered(b);
  return x < y ? -1 : x > y;
}

#define EXPORT_COMPARISON(NAME, RESULT_FOR_NAN)                                \
  EXPORT int RUNTIME_NAME(NAME)(Quad a, Quad b) {                              \
    return compare(a, b, RESULT_FOR_NAN);                                      \
  }

EXPORT_COMPARISON(__eqtf2, 1)
EXPORT_COMPARISON(__netf2, 1)
EXPORT_COMPARISON(__lttf2, 1)
EXPORT_COMPARISON(__letf2, 1)
EXPORT_COMPARISON(__gttf2, -1)
EXPORT_COMPARISON(__getf2, -1)

EXPORT int RUNTIME_NAME(__unordtf2)(Quad a, Quad b) {
  return isNaNQuad(a) || isNaNQuad(b);
}
