//===- ArithmeticLegalization.cpp - legalization of arithmetic ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrite patterns for arithmetic on tiles that no instruction of the target
// performs: negation, minima and maxima, rounding, conversions, powers and
// roots in terms of available operations. Results are bit-identical except for
// NaN payloads.
//
//===----------------------------------------------------------------------===//

#include "Legalization/Legalization.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace matrix;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

namespace {

/// A rewrite pattern of `Op` on tiles that applies only if no instruction
/// performs the operation.
template <typename Op> struct Legalization : OpRewritePattern<Op> {
  Legalization(MLIRContext *context, const InstructionSet &set)
      : OpRewritePattern<Op>(context), set(set) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Operation *raw = op;
    auto type = dyn_cast<VectorType>(raw->getResult(0).getType());
    if (!type || !set.isTile(type))
      return rewriter.notifyMatchFailure(op, "the result is not a tile");
    if (set.has(Op::getOperationName(), type.getElementType()))
      return rewriter.notifyMatchFailure(op, "an instruction performs it");
    Value result = rewrite(op, type, rewriter);
    if (!result)
      return rewriter.notifyMatchFailure(
          op, "no expansion for these operands or this element type");
    rewriter.replaceOp(op, result);
    return success();
  }

  virtual Value rewrite(Op op, VectorType type, PatternRewriter &b) const = 0;

  const InstructionSet &set;
};

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

//===----------------------------------------------------------------------===//
// Powers, roots, products
//===----------------------------------------------------------------------===//

struct LegalizeRsqrt : Legalization<math::RsqrtOp> {
  using Legalization::Legalization;
  Value rewrite(math::RsqrtOp op, VectorType type,
                PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value root = math::SqrtOp::create(b, loc, op.getOperand());
    return arith::DivFOp::create(b, loc, createSplat(b, loc, type, 1), root);
  }
};

struct LegalizeVectorFma : Legalization<vector::FMAOp> {
  using Legalization::Legalization;
  Value rewrite(vector::FMAOp op, VectorType,
                PatternRewriter &b) const override {
    return math::FmaOp::create(b, op.getLoc(), op.getLhs(), op.getRhs(),
                               op.getAcc());
  }
};

/// Exponentiation by repeated squaring in the order of MathExpandOps, which
/// fixes the rounding.
Value power(OpBuilder &b, Location loc, Value x, int64_t exponent) {
  auto type = cast<VectorType>(x.getType());
  Value result;
  Value square = x;
  for (uint64_t rest = std::abs(exponent); rest; rest /= 2) {
    if (rest & 1)
      result = result ? arith::MulFOp::create(b, loc, result, square) : square;
    if (rest > 1)
      square = arith::MulFOp::create(b, loc, square, square);
  }
  Value one = createSplat(b, loc, type, 1);
  if (!result)
    return one;
  return exponent < 0 ? arith::DivFOp::create(b, loc, one, result) : result;
}

constexpr int64_t kLargestExponent = 16;

struct LegalizeFPowI : Legalization<math::FPowIOp> {
  using Legalization::Legalization;
  Value rewrite(math::FPowIOp op, VectorType,
                PatternRewriter &b) const override {
    auto exponent = dyn_cast_if_present<IntegerAttr>(splatElement(op.getRhs()));
    if (!exponent || std::abs(exponent.getInt()) > kLargestExponent)
      return {};
    return power(b, op.getLoc(), op.getLhs(), exponent.getInt());
  }
};

struct LegalizePowF : Legalization<math::PowFOp> {
  using Legalization::Legalization;
  Value rewrite(math::PowFOp op, VectorType,
                PatternRewriter &b) const override {
    auto attr = dyn_cast_if_present<FloatAttr>(splatElement(op.getRhs()));
    double exponent = attr ? attr.getValueAsDouble() : NAN;
    if (exponent == 0.5)
      return math::SqrtOp::create(b, op.getLoc(), op.getLhs());
    if (!(std::abs(exponent) <= kLargestExponent) ||
        exponent != std::floor(exponent))
      return {};
    return power(b, op.getLoc(), op.getLhs(), int64_t(exponent));
  }
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
  patterns.add<LegalizeRsqrt, LegalizeVectorFma, LegalizeFPowI, LegalizePowF>(
      context, set);
}
