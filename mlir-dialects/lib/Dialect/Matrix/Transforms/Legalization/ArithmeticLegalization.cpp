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
// available operations. Results are bit-identical except for NaN payloads.
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

Value negate(OpBuilder &b, Location loc, Value x) {
  Value zero = createSplat(b, loc, cast<VectorType>(x.getType()), -0.0);
  return arith::SubFOp::create(b, loc, zero, x);
}

Value compare(OpBuilder &b, Location loc, CmpFPredicate p, Value x, Value y) {
  return arith::CmpFOp::create(b, loc, p, x, y);
}

Value bitsOfTile(OpBuilder &b, Location loc, Value x) {
  auto type = cast<VectorType>(x.getType());
  return arith::BitcastOp::create(b, loc, type.clone(b.getI32Type()), x);
}

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

struct LegalizeNegF : Legalization<arith::NegFOp> {
  using Legalization::Legalization;
  Value rewrite(arith::NegFOp op, VectorType,
                PatternRewriter &b) const override {
    return negate(b, op.getLoc(), op.getOperand());
  }
};

struct LegalizeAbsF : Legalization<math::AbsFOp> {
  using Legalization::Legalization;
  Value rewrite(math::AbsFOp op, VectorType,
                PatternRewriter &b) const override {
    Value x = op.getOperand();
    return arith::MaximumFOp::create(b, op.getLoc(), x,
                                     negate(b, op.getLoc(), x));
  }
};

struct LegalizeAbsI : Legalization<math::AbsIOp> {
  using Legalization::Legalization;
  Value rewrite(math::AbsIOp op, VectorType type,
                PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value x = op.getOperand();
    Value minus =
        arith::SubIOp::create(b, loc, createSplat(b, loc, type, 0), x);
    return arith::MaxSIOp::create(b, loc, x, minus);
  }
};

struct LegalizeCopySign : Legalization<math::CopySignOp> {
  using Legalization::Legalization;
  Value rewrite(math::CopySignOp op, VectorType type,
                PatternRewriter &b) const override {
    if (!type.getElementType().isF32())
      return {};
    Location loc = op.getLoc();
    VectorType bits = type.clone(b.getI32Type());
    auto keep = [&](Value x, double mask) -> Value {
      return arith::AndIOp::create(b, loc, bitsOfTile(b, loc, x),
                                   createSplat(b, loc, bits, mask));
    };
    Value both = arith::OrIOp::create(b, loc, keep(op.getLhs(), INT32_MAX),
                                      keep(op.getRhs(), INT32_MIN));
    return arith::BitcastOp::create(b, loc, type, both);
  }
};

//===----------------------------------------------------------------------===//
// Minimum and maximum
//===----------------------------------------------------------------------===//

/// Returns the other operand if one is NaN, where `maximumf` returns NaN.
template <typename Op, typename Propagating>
struct LegalizeNumberOf : Legalization<Op> {
  using Legalization<Op>::Legalization;
  Value rewrite(Op op, VectorType, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value x = op.getLhs(), y = op.getRhs();
    Value result = Propagating::create(b, loc, x, y);
    result = orIfNaN(b, loc, y, x, result);
    return orIfNaN(b, loc, x, y, result);
  }
  /// Returns `other` where x is NaN, otherwise `result`.
  static Value orIfNaN(OpBuilder &b, Location loc, Value x, Value other,
                       Value result) {
    if (auto number = dyn_cast_if_present<FloatAttr>(splatElement(x));
        number && !number.getValue().isNaN())
      return result;
    Value isNaN = compare(b, loc, CmpFPredicate::UNO, x, x);
    return arith::SelectOp::create(b, loc, isNaN, other, result);
  }
};

template <typename Op, CmpIPredicate predicate>
struct LegalizeByCompare : Legalization<Op> {
  using Legalization<Op>::Legalization;
  Value rewrite(Op op, VectorType, PatternRewriter &b) const override {
    Value takeLeft = arith::CmpIOp::create(b, op.getLoc(), predicate,
                                           op.getLhs(), op.getRhs());
    return arith::SelectOp::create(b, op.getLoc(), takeLeft, op.getLhs(),
                                   op.getRhs());
  }
};

struct LegalizeClampF : Legalization<math::ClampFOp> {
  using Legalization::Legalization;
  Value rewrite(math::ClampFOp op, VectorType,
                PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value low = arith::MaximumFOp::create(b, loc, op.getValue(), op.getMin());
    return arith::MinimumFOp::create(b, loc, low, op.getMax());
  }
};

//===----------------------------------------------------------------------===//
// Rounding and conversion
//===----------------------------------------------------------------------===//

struct LegalizeCeil : Legalization<math::CeilOp> {
  using Legalization::Legalization;
  Value rewrite(math::CeilOp op, VectorType,
                PatternRewriter &b) const override {
    Value x = negate(b, op.getLoc(), op.getOperand());
    return negate(b, op.getLoc(), math::FloorOp::create(b, op.getLoc(), x));
  }
};

struct LegalizeTrunc : Legalization<math::TruncOp> {
  using Legalization::Legalization;
  Value rewrite(math::TruncOp op, VectorType type,
                PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value x = op.getOperand();
    if (!set.has(arith::AndIOp::getOperationName(), b.getI32Type()))
      return upOrDown(loc, x, type, b);
    Value whole =
        math::FloorOp::create(b, loc, math::AbsFOp::create(b, loc, x));
    return math::CopySignOp::create(b, loc, whole, x);
  }

  /// Selects the floor or the ceiling by sign, for targets without bitwise
  /// operations to copy the sign bit.
  static Value upOrDown(Location loc, Value x, VectorType type, OpBuilder &b) {
    Value isNegative =
        compare(b, loc, CmpFPredicate::OLT, x, createSplat(b, loc, type, 0));
    return arith::SelectOp::create(b, loc, isNegative,
                                   math::CeilOp::create(b, loc, x),
                                   math::FloorOp::create(b, loc, x));
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
}
