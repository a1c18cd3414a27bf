//===- PowerLegalization.cpp - powers, roots and products -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites powers with a constant exponent by repeated squaring, reciprocal
// square roots by a division, and vector.fma by math.fma. A power x^n takes at
// most 2*log2(n) products, in the order of upstream's expansion; a negative
// exponent inverts the power at the end. Large exponents are not rewritten.
//
//===----------------------------------------------------------------------===//

#include "Legalization/LegalizationPattern.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

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

/// Exponentiation by repeated squaring in the order of MathExpandOps, which
/// fixes the rounding.
Value power(ImplicitLocOpBuilder &b, Value x, int64_t exponent) {
  auto type = cast<VectorType>(x.getType());
  Value result;
  Value square = x;
  for (uint64_t rest = std::abs(exponent); rest; rest /= 2) {
    if (rest & 1)
      result = result ? arith::MulFOp::create(b, result, square) : square;
    if (rest > 1)
      square = arith::MulFOp::create(b, square, square);
  }
  Value one = createSplat(b, type, 1);
  if (!result)
    return one;
  return exponent < 0 ? arith::DivFOp::create(b, one, result) : result;
}

/// x^0.5: +infinity for -infinity, and +0 for -0, unlike sqrt.
Value squareRoot(ImplicitLocOpBuilder &b, Value x) {
  auto type = cast<VectorType>(x.getType());
  Value isInfinite = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x,
                                           createSplat(b, type, -INFINITY));
  Value positive = arith::AddFOp::create(b, x, createSplat(b, type, 0));
  Value root = math::SqrtOp::create(b, positive);
  return arith::SelectOp::create(b, isInfinite, createSplat(b, type, INFINITY),
                                 root);
}

constexpr int64_t kLargestExponent = 16;

struct LegalizeFPowI : Legalization<math::FPowIOp> {
  using Legalization::Legalization;
  Value rewrite(math::FPowIOp op, VectorType,
                ImplicitLocOpBuilder &b) const override {
    auto exponent = dyn_cast_if_present<IntegerAttr>(splatElement(op.getRhs()));
    if (!exponent || std::abs(exponent.getInt()) > kLargestExponent)
      return {};
    return power(b, op.getLhs(), exponent.getInt());
  }
};

struct LegalizePowF : Legalization<math::PowFOp> {
  using Legalization::Legalization;
  Value rewrite(math::PowFOp op, VectorType,
                ImplicitLocOpBuilder &b) const override {
    auto attr = dyn_cast_if_present<FloatAttr>(splatElement(op.getRhs()));
    double exponent = attr ? attr.getValueAsDouble() : NAN;
    if (exponent == 0.5)
      return squareRoot(b, op.getLhs());
    if (!(std::abs(exponent) <= kLargestExponent) ||
        exponent != std::floor(exponent))
      return {};
    return power(b, op.getLhs(), int64_t(exponent));
  }
};

} // namespace

void matrix::populatePowerLegalization(RewritePatternSet &patterns,
                                       const InstructionSet &set) {
  patterns.add<LegalizeRsqrt, LegalizeVectorFma, LegalizeFPowI, LegalizePowF>(
      patterns.getContext(), set);
}
