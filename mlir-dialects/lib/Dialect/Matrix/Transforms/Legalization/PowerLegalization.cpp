//===- PowerLegalization.cpp - powers, roots and products -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites powers with a small constant exponent by expandPower() or, if it has
// a fraction, expandFractionalPower(), others by expandPowerFunction(),
// reciprocal square roots by a division, and vector.fma by math.fma. Each
// pattern applies only if the target has no instruction for the operation
// itself (Legalization).
//
//===----------------------------------------------------------------------===//

#include "Legalization/LegalizationPattern.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/Transforms/Powers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace matrix;

namespace {

struct LegalizeRsqrt : Legalization<math::RsqrtOp> {
  using Legalization::Legalization;
  Value rewrite(math::RsqrtOp op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    Value root = math::SqrtOp::create(b, op.getOperand());
    return arith::DivFOp::create(b, createSplat(b, type, 1), root);
  }
};

struct LegalizeVectorFma : Legalization<vector::FMAOp> {
  using Legalization::Legalization;
  Value rewrite(vector::FMAOp op, VectorType,
                ImplicitLocOpBuilder &b) const override {
    return math::FmaOp::create(b, op.getLhs(), op.getRhs(), op.getAcc());
  }
};

struct LegalizeFPowI : Legalization<math::FPowIOp> {
  using Legalization::Legalization;
  Value rewrite(math::FPowIOp op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    auto exponent = dyn_cast_if_present<IntegerAttr>(splatElement(op.getRhs()));
    if (!exponent)
      return {};
    double number = double(exponent.getInt());
    if (Value power = expandPower(b, op.getLhs(), number))
      return power;
    if (double(float(number)) != number)
      return {};
    return expandPowerFunction(b, type, op.getLhs(),
                               createSplat(b, type, number));
  }
};

/// Products of more factors have larger errors than expandPowerFunction(), and
/// those of negative powers overflow before the power underflows. They remain
/// where numbers cannot be taken apart.
constexpr double kLargestProduct = 5, kLargestInverse = -3;

struct LegalizePowF : Legalization<math::PowFOp> {
  using Legalization::Legalization;
  Value rewrite(math::PowFOp op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    Value x = op.getLhs(), y = op.getRhs(), power;
    if (auto attr = dyn_cast_if_present<FloatAttr>(splatElement(y))) {
      double exponent = attr.getValueAsDouble();
      if (!set.has(arith::ShRUIOp::getOperationName(), b.getI32Type()) ||
          (exponent >= kLargestInverse && exponent <= kLargestProduct))
        power = expandPower(b, x, exponent);
      if (!power && std::trunc(exponent) != exponent)
        power = expandFractionalPower(b, type, x, exponent);
    }
    return power ? power : expandPowerFunction(b, type, x, y);
  }
};

} // namespace

void matrix::populatePowerLegalization(RewritePatternSet &patterns,
                                       const InstructionSet &set) {
  patterns.add<LegalizeRsqrt, LegalizeVectorFma, LegalizeFPowI, LegalizePowF>(
      patterns.getContext(), set);
}
