//===- LongDoubleExponent.c - exponents of binary128 ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions on the exponent of long double. Results are rounded once, also to
// subnormal numbers. ldexpl sets errno if the result is infinite or zero, as
// ldexp does.
//
//===----------------------------------------------------------------------===//

#include "LongDouble.h"

/// All results are zero or infinite from here.
enum { MaxShift = 40000 };

Quad frexpl(Quad x, int *exponent) {
  Number n = numberOf(x);
  *exponent = 0;
  if (n.class != Finite)
    return n.class == NotANumber ? x + x : x;
  *exponent = n.exponent + WideBits;
  n.exponent = -WideBits;
  return quadOf(n);
}

Quad scalblnl(Quad x, long shift) {
  Number n = numberOf(x);
  if (n.class != Finite)
    return n.class == NotANumber ? x + x : x;
  n.exponent += (int)(shift > MaxShift    ? MaxShift
                      : shift < -MaxShift ? -MaxShift
                                          : shift);
  return quadOf(n);
}

Quad scalbnl(Quad x, int shift) { return scalblnl(x, shift); }

Quad ldexpl(Quad x, int shift) {
  Quad result = scalblnl(x, shift);
  if (numberOf(x).class == Finite && numberOf(result).class != Finite)
    errno = ERANGE;
  return result;
}

static int exponentOf(Number n) { return n.exponent + WideBits - 1; }

Quad logbl(Quad x) {
  Number n = numberOf(x);
  switch (n.class) {
  case Zero:
    return -__builtin_infl();
  case Finite:
    return exponentOf(n);
  default:
    return x * x;
  }
}

int ilogbl(Quad x) {
  Number n = numberOf(x);
  switch (n.class) {
  case Zero:
    return FP_ILOGB0;
  case Finite:
    return exponentOf(n);
  case Infinite:
    return __INT_MAX__;
  default:
    return FP_ILOGBNAN;
  }
}
