//===- Wide256.h - integers of 256 bits --------------------------*- C -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers without sign of two halves, for products and sums of significands.
// clang has no such type for this target.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUNTIME_WIDE256_H
#define MATRIX_RUNTIME_WIDE256_H

#include "SoftFloat.h"

typedef struct {
  Wide high, low;
} Wide256;

static inline Wide256 multiply256(Wide a, Wide b) {
  uint64_t a0 = (uint64_t)a, a1 = (uint64_t)(a >> HalfWide);
  uint64_t b0 = (uint64_t)b, b1 = (uint64_t)(b >> HalfWide);
  Wide low = (Wide)a0 * b0, cross1 = (Wide)a1 * b0, cross2 = (Wide)a0 * b1;
  Wide middle = (low >> HalfWide) + (uint64_t)cross1 + (uint64_t)cross2;
  Wide256 product = {(Wide)a1 * b1 + (cross1 >> HalfWide) +
                         (cross2 >> HalfWide) + (middle >> HalfWide),
                     middle << HalfWide | (uint64_t)low};
  return product;
}

static inline Wide256 add256(Wide256 a, Wide256 b) {
  Wide low = a.low + b.low;
  Wide256 sum = {a.high + b.high + (low < a.low), low};
  return sum;
}

static inline Wide256 subtract256(Wide256 a, Wide256 b) {
  Wide256 difference = {a.high - b.high - (a.low < b.low), a.low - b.low};
  return difference;
}

static inline bool isLess256(Wide256 a, Wide256 b) {
  return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/// x << count, 0 <= count < 256
static inline Wide256 shiftLeft256(Wide256 x, int count) {
  if (count >= WideBits) {
    x.high = x.low, x.low = 0;
    count -= WideBits;
  }
  if (count) {
    x.high = x.high << count | x.low >> (WideBits - count);
    x.low <<= count;
  }
  return x;
}

/// x >> count; the last bit is set if a bit that is lost was.
static inline Wide256 shiftRightSticky256(Wide256 x, int count) {
  bool isSticky = false;
  if (count >= WideBits) {
    isSticky = x.low != 0;
    x.low = x.high, x.high = 0;
    count -= WideBits;
  }
  if (count >= WideBits) {
    isSticky |= x.low != 0;
    x.low = 0;
  } else if (count) {
    isSticky |= x.low << (WideBits - count) != 0;
    x.low = x.high << (WideBits - count) | x.low >> count;
    x.high >>= count;
  }
  x.low |= isSticky;
  return x;
}

#endif // MATRIX_RUNTIME_WIDE256_H
