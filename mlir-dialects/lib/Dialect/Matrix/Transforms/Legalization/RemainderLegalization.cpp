//===- RemainderLegalization.cpp - remainders of divisions ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The remainder of a division of f32, exact as C's fmod, by subtractions of
// multiples of the divisor d from the magnitude r of the dividend:
//
//   q = round(r / d), r = fma(-q, d, r)
//
// A quotient from 2^23 on is an integer before it is rounded, and the new r is
// exact, because it is a multiple of the units in the last place of q times d.
// It is at most 2^-24 of the old r, or half of d. Quotients of f32 are below
// 2^277, so that 12 steps suffice. A quotient that would overflow is avoided by
// steps with a multiple d 2^n of the divisor.
//
//===----------------------------------------------------------------------===//

#include "Legalization/TileFormulas.h"
#include <algorithm>

using namespace mlir;
using namespace matrix;
using arith::CmpFPredicate;

namespace {

/// Bits of the quotient that a step removes, and exponents of f32.
constexpr int kStepBits = 24, kMaxExponent = 128;

Value subtractMultiples(Tiles &t, Value rest, Value divisor, int steps) {
  Value negative = t.neg(divisor);
  for (int i = 0; i < steps; ++i)
    rest = t.fma(t.round(t.div(rest, divisor)), negative, rest);
  return rest;
}

/// The remainder by any divisor, between d / -2 and d / 2. With factors of 2^78
/// for small divisors, no quotient is beyond 2^127:
///
///   divisor  of d below  quotient by d at first, and at last
///   d 2^156  2^-50       2^277                   2^205
///   d 2^78   1           2^205                   2^109
///   d                    2^128                   1/2
Value reduceByAny(Tiles &t, Value rest, Value d) {
  Value factor = t.number(std::ldexp(1, 78)), one = t.number(1);
  Value larger = t.mul(d, t.select(CmpFPredicate::OLT, d, one, factor, one));
  Value largest = t.mul(
      larger, t.select(CmpFPredicate::OLT, d, std::ldexp(1, -50), factor, one));
  rest = subtractMultiples(t, rest, largest, 3);
  rest = subtractMultiples(t, rest, larger, 4);
  return subtractMultiples(t, rest, d, 5);
}

/// As reduceByAny(). The exponent of the divisor determines the steps. The
/// quotient by a power of two is exact.
Value reduceByConstant(Tiles &t, Value rest, double d) {
  int exponent;
  bool isPower = std::frexp(d, &exponent) == 0.5;
  int bits = kMaxExponent - (exponent - 1);
  while (bits > 0) {
    int scale = std::max(0, bits - (kMaxExponent - 1));
    rest = subtractMultiples(t, rest, t.number(std::ldexp(d, scale)), 1);
    bits = isPower ? scale : std::max(scale, bits - kStepBits);
  }
  return rest;
}

struct LegalizeRemF : Legalization<arith::RemFOp> {
  using Legalization::Legalization;
  Value rewrite(arith::RemFOp op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    if (!type.getElementType().isF32())
      return {};
    Tiles t(b, type);
    Value x = op.getLhs(), a = t.abs(x), d, rest;
    auto attr = dyn_cast_if_present<FloatAttr>(splatElement(op.getRhs()));
    if (attr && attr.getValue().isFiniteNonZero()) {
      double divisor = std::abs(attr.getValueAsDouble());
      d = t.number(divisor);
      rest = reduceByConstant(t, a, divisor);
    } else {
      d = t.abs(op.getRhs());
      rest = reduceByAny(t, a, d);
    }
    Value zero = t.number(0);
    rest = t.select(CmpFPredicate::OLT, rest, zero, t.add(rest, d), rest);
    rest = t.select(CmpFPredicate::OLT, x, zero, t.neg(rest), rest);
    // For an infinite divisor, the steps give NaN.
    return t.select(CmpFPredicate::OLT, a, d, x, rest);
  }
};

} // namespace

void matrix::populateRemainderLegalization(RewritePatternSet &patterns,
                                           const InstructionSet &set) {
  patterns.add<LegalizeRemF>(patterns.getContext(), set);
}
