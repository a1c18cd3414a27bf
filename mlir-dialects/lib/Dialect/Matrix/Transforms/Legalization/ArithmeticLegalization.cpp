//===- ArithmeticLegalization.cpp - legalization of arithmetic ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrite patterns for arithmetic on tiles that no instruction of the target
// performs: negation, minima and maxima, rounding and conversions in terms of
// available operations. Results are bit-identical except for NaN payloads:
//
//   -x        = -0.0 - x               ceil(x)  = -floor(-x)
//   |x|       = max(x, -x)             trunc(x) = copysign(floor(|x|), x)
//
//===----------------------------------------------------------------------===//

#include "Legalization/LegalizationPattern.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace matrix;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

namespace {

Value negate(ImplicitLocOpBuilder &b, Value x) {
  Value zero = createSplat(b, cast<VectorType>(x.getType()), -0.0);
  return arith::SubFOp::create(b, zero, x);
}

Value compare(ImplicitLocOpBuilder &b, CmpFPredicate p, Value x, Value y) {
  return arith::CmpFOp::create(b, p, x, y);
}

Value bitsOfTile(ImplicitLocOpBuilder &b, Value x) {
  auto type = cast<VectorType>(x.getType());
  return arith::BitcastOp::create(b, type.clone(b.getI32Type()), x);
}

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

struct LegalizeNegF : Legalization<arith::NegFOp> {
  using Legalization::Legalization;
  Value rewrite(arith::NegFOp op, VectorType,
                ImplicitLocOpBuilder &b) const override {
    return negate(b, op.getOperand());
  }
};

struct LegalizeAbsF : Legalization<math::AbsFOp> {
  using Legalization::Legalization;
  Value rewrite(math::AbsFOp op, VectorType,
                ImplicitLocOpBuilder &b) const override {
    Value x = op.getOperand();
    return arith::MaximumFOp::create(b, x, negate(b, x));
  }
};

struct LegalizeAbsI : Legalization<math::AbsIOp> {
  using Legalization::Legalization;
  Value rewrite(math::AbsIOp op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    Value x = op.getOperand();
    Value minus = arith::SubIOp::create(b, createSplat(b, type, 0), x);
    return arith::MaxSIOp::create(b, x, minus);
  }
};

struct LegalizeCopySign : Legalization<math::CopySignOp> {
  using Legalization::Legalization;
  Value rewrite(math::CopySignOp op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    if (!type.getElementType().isF32())
      return {};
    VectorType bits = type.clone(b.getI32Type());
    auto keep = [&](Value x, double mask) -> Value {
      return arith::AndIOp::create(b, bitsOfTile(b, x),
                                   createSplat(b, bits, mask));
    };
    Value both = arith::OrIOp::create(b, keep(op.getLhs(), INT32_MAX),
                                      keep(op.getRhs(), INT32_MIN));
    return arith::BitcastOp::create(b, type, both);
  }
};

//===----------------------------------------------------------------------===//
// Minimum and maximum
//===----------------------------------------------------------------------===//

/// Returns the other operand if one is NaN, where `maximumf` returns NaN.
template <typename Op, typename Propagating>
struct LegalizeNumberOf : Legalization<Op> {
  using Legalization<Op>::Legalization;
  Value rewrite(Op op, VectorType, ImplicitLocOpBuilder &b) const override {
    Value x = op.getLhs(), y = op.getRhs();
    Value result = Propagating::create(b, x, y);
    result = orIfNaN(b, y, x, result);
    return orIfNaN(b, x, y, result);
  }
  /// Returns `other` where x is NaN, otherwise `result`.
  static Value orIfNaN(ImplicitLocOpBuilder &b, Value x, Value other,
                       Value result) {
    if (auto number = dyn_cast_if_present<FloatAttr>(splatElement(x));
        number && !number.getValue().isNaN())
      return result;
    Value isNaN = compare(b, CmpFPredicate::UNO, x, x);
    return arith::SelectOp::create(b, isNaN, other, result);
  }
};

template <typename Op, CmpIPredicate predicate>
struct LegalizeByCompare : Legalization<Op> {
  using Legalization<Op>::Legalization;
  Value rewrite(Op op, VectorType, ImplicitLocOpBuilder &b) const override {
    Value takeLeft =
        arith::CmpIOp::create(b, predicate, op.getLhs(), op.getRhs());
    return arith::SelectOp::create(b, takeLeft, op.getLhs(), op.getRhs());
  }
};

struct LegalizeClampF : Legalization<math::ClampFOp> {
  using Legalization::Legalization;
  Value rewrite(math::ClampFOp op, VectorType,
                ImplicitLocOpBuilder &b) const override {
    Value below = arith::MinimumFOp::create(b, op.getValue(), op.getMax());
    return arith::MaximumFOp::create(b, below, op.getMin());
  }
};

//===----------------------------------------------------------------------===//
// Rounding and conversion
//===----------------------------------------------------------------------===//

struct LegalizeCeil : Legalization<math::CeilOp> {
  using Legalization::Legalization;
  Value rewrite(math::CeilOp op, VectorType,
                ImplicitLocOpBuilder &b) const override {
    Value x = negate(b, op.getOperand());
    return negate(b, math::FloorOp::create(b, x));
  }
};

struct LegalizeTrunc : Legalization<math::TruncOp> {
  using Legalization::Legalization;
  Value rewrite(math::TruncOp op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    Value x = op.getOperand();
    if (!set.has(arith::AndIOp::getOperationName(), b.getI32Type()))
      return upOrDown(b, x, type);
    Value whole = math::FloorOp::create(b, math::AbsFOp::create(b, x));
    return math::CopySignOp::create(b, whole, x);
  }

  /// Selects the floor or the ceiling by sign, for targets without bitwise
  /// operations to copy the sign bit.
  static Value upOrDown(ImplicitLocOpBuilder &b, Value x, VectorType type) {
    Value isNegative =
        compare(b, CmpFPredicate::OLT, x, createSplat(b, type, 0));
    return arith::SelectOp::create(b, isNegative, math::CeilOp::create(b, x),
                                   math::FloorOp::create(b, x));
  }
};

/// Instructions round to nearest, fptosi toward zero, so the value is truncated
/// first. Both steps are exact.
struct LegalizeFPToSI : OpRewritePattern<arith::FPToSIOp> {
  LegalizeFPToSI(MLIRContext *context, const InstructionSet &set)
      : OpRewritePattern(context), set(set) {}
  LogicalResult matchAndRewrite(arith::FPToSIOp op,
                                PatternRewriter &b) const override {
    if (!set.isTile(op.getIn().getType()))
      return b.notifyMatchFailure(op, "the operand is not a tile");
    if (op.getIn().getDefiningOp<math::RoundEvenOp>())
      return b.notifyMatchFailure(op, "the operand is already rounded");
    Location loc = op.getLoc();
    Value whole = math::TruncOp::create(b, loc, op.getIn());
    Value rounded = math::RoundEvenOp::create(b, loc, whole);
    b.replaceOpWithNewOp<arith::FPToSIOp>(op, op.getType(), rounded);
    return success();
  }
  const InstructionSet &set;
};

} // namespace

void matrix::populateArithmeticLegalization(RewritePatternSet &patterns,
                                            const InstructionSet &set) {
  MLIRContext *context = patterns.getContext();
  patterns.add<LegalizeNegF, LegalizeAbsF, LegalizeAbsI, LegalizeCopySign>(
      context, set);
  patterns.add<LegalizeNumberOf<arith::MaxNumFOp, arith::MaximumFOp>,
               LegalizeNumberOf<arith::MinNumFOp, arith::MinimumFOp>,
               LegalizeByCompare<arith::MaxUIOp, CmpIPredicate::ugt>,
               LegalizeByCompare<arith::MinUIOp, CmpIPredicate::ult>,
               LegalizeByCompare<arith::MaxSIOp, CmpIPredicate::sgt>,
               LegalizeByCompare<arith::MinSIOp, CmpIPredicate::slt>,
               LegalizeClampF>(context, set);
  patterns.add<LegalizeCeil, LegalizeTrunc, LegalizeFPToSI>(context, set);
  populatePowerLegalization(patterns, set);
  populateFunctionLegalization(patterns, set);
  populateComplementaryError(patterns, set);
  populateInverseTrigonometry(patterns, set);
  populateRemainderLegalization(patterns, set);
}
