//===- LongDoubleOrder.c - order and neighbors of binary128 ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maximum, minimum, positive difference, neighbors and sign of long double. Of
// both zeros the positive one is the greater. The neighbors of a number are those
// of its bits as an integer.
//
//===----------------------------------------------------------------------===//

#include "LongDouble.h"
#include <string.h>

Quad fabsl(Quad x) { return withSignOf(x, false); }
Quad copysignl(Quad x, Quad y) { return withSignOf(x, signbit(y)); }

int isnanl(Quad x) { return isnan(x); }
int isinfl(Quad x) { return isinf(x) != 0; }

Quad fmaxl(Quad x, Quad y) {
  if (isnan(x) || isnan(y))
    return isnan(x) ? y : x;
  return x > y || (x == y && signbit(y)) ? x : y;
}
Quad fminl(Quad x, Quad y) {
  if (isnan(x) || isnan(y))
    return isnan(x) ? y : x;
  return x < y || (x == y && signbit(x)) ? x : y;
}

Quad fdiml(Quad x, Quad y) {
  if (isnan(x) || isnan(y))
    return x + y;
  if (!(x > y))
    return 0;
  Quad difference = x - y;
  if (isinf(difference) && !isinf(x) && !isinf(y))
    errno = ERANGE;
  return difference;
}

/// Defines the neighbor of x in the direction of y; the integer type has the
/// size of the number.
#define NEIGHBOR(NAME, TYPE, INTEGER)                                          \
  TYPE NAME(TYPE x, Quad y) {                                                  \
    Quad wide = x;                                                             \
    INTEGER bits;                                                              \
    if (isnan(x) || isnan(y))                                                  \
      return (TYPE)(wide + y);                                                 \
    if (wide == y)                                                             \
      return (TYPE)y;                                                          \
    memcpy(&bits, &x, sizeof(x));                                              \
    if (x == 0)                                                                \
      bits = (INTEGER)signbit(y) << (8 * sizeof(x) - 1) | 1;                   \
    else                                                                       \
      bits += (wide < y) == (x > 0) ? 1 : -1;                                  \
    memcpy(&x, &bits, sizeof(x));                                              \
    return x;                                                                  \
  }

NEIGHBOR(nextafterl, Quad, Wide)
NEIGHBOR(nexttowardl, Quad, Wide)
NEIGHBOR(nexttoward, double, uint64_t)
NEIGHBOR(nexttowardf, float, uint32_t)
