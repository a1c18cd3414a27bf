//===- InverseTrigonometry.cpp - arcs of tangents, sines, cosines ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The angle of a point (x, y) is that of the quotient of the smaller by the
// larger coordinate, by an odd polynomial on [0, 1], added to or subtracted
// from a multiple of pi / 2. The other functions are angles as well:
//
//   atan(y) = angle(1, y)
//   asin(y) = angle(sqrt((1 - y) (1 + y)), y)
//   acos(x) = angle(x, sqrt((1 - x) (1 + x)))
//
// Zeros and infinities have the angles and the signs of C.
//
//===----------------------------------------------------------------------===//

#include "Legalization/TileFormulas.h"

using namespace mlir;
using namespace matrix;
using arith::CmpFPredicate;

namespace {

/// (atan(t) / t - 1) / t^2 as a polynomial of t^2, a Chebyshev fit on [0, 1]
/// with an error of 1e-8.
constexpr double kArc[] = {
    -0.3333333173306352,  0.1999973932983558,   -0.14278568748210602,
    0.11033764115313455,  -0.08656880430154522, 0.06250169444749563,
    -0.03587153898204336, 0.013507771427020535, -0.002386997316724113};

Value arc(Tiles &t, Value tangent) {
  Value square = t.mul(tangent, tangent);
  return t.fma(t.mul(tangent, square), t.polynomial(square, kArc), tangent);
}

/// pi / 2 is the f32 multiplied by 1 + kRest.
constexpr double kQuarter = M_PI / 2;
constexpr double kRest = -2.7827534e-08;

Value expandAngle(Tiles &t, Value y, Value x) {
  Value height = t.abs(y), width = t.abs(x);
  Value smaller = t.min(height, width), larger = t.max(height, width);
  // The least number instead of 0, for a quotient of 0.
  Value tangent = t.div(smaller, t.max(larger, t.number(std::ldexp(1, -149))));
  tangent =
      t.select(CmpFPredicate::OEQ, smaller, HUGE_VAL, t.number(1), tangent);
  // From the direction of x, which is at 0 or pi, or from that of y.
  Value angle = t.withSign(arc(t, tangent), x), quarter = t.number(kQuarter);
  Value start = t.sub(quarter, t.withSign(quarter, x));
  start = t.select(CmpFPredicate::OGT, height, width, quarter, start);
  angle = t.select(CmpFPredicate::OGT, height, width, t.neg(angle), angle);
  return t.withSign(t.add(start, t.fma(start, kRest, angle)), y);
}

Value expandAtan(Tiles &t, Value y) {
  Value height = t.abs(y), one = t.number(1), quarter = t.number(kQuarter);
  Value tangent =
      t.select(CmpFPredicate::OGT, height, one, t.div(one, height), height);
  Value angle = arc(t, tangent);
  Value rest = t.sub(angle, float(kQuarter) * kRest);
  return t.withSign(
      t.select(CmpFPredicate::OGT, height, one, t.sub(quarter, rest), angle),
      y);
}

Value otherSide(Tiles &t, Value x) {
  return t.sqrt(t.mul(t.sub(t.number(1), x), t.add(x, 1)));
}

Value expandAsin(Tiles &t, Value y) {
  return expandAngle(t, y, otherSide(t, y));
}

Value expandAcos(Tiles &t, Value x) {
  return expandAngle(t, otherSide(t, x), x);
}

struct LegalizeAtan2 : Legalization<math::Atan2Op> {
  using Legalization::Legalization;
  Value rewrite(math::Atan2Op op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    if (!type.getElementType().isF32())
      return {};
    Tiles t(b, type);
    return expandAngle(t, op.getLhs(), op.getRhs());
  }
};

} // namespace

void matrix::populateInverseTrigonometry(RewritePatternSet &patterns,
                                         const InstructionSet &set) {
  patterns.add<LegalizeFunction<math::AtanOp, expandAtan>,
               LegalizeFunction<math::AsinOp, expandAsin>,
               LegalizeFunction<math::AcosOp, expandAcos>, LegalizeAtan2>(
      patterns.getContext(), set);
}
