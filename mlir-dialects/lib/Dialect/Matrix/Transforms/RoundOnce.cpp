//===- RoundOnce.cpp - integers and fma of narrow floats ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// arith-emulate-unsupported-floats computes in f32 and then rounds. For
// operations on two operands that equals rounding the exact result once. It
// does not for integers with more digits than f32, nor for fma: these are
// rounded to odd in f64 first. Rounding to odd sets the last digit of inexact
// results, and rounding such a number to fewer digits equals rounding the exact
// result.
//
//===----------------------------------------------------------------------===//

#include "PassStatistics.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#define DEBUG_TYPE "matrix-round-once"

namespace matrix {
#define GEN_PASS_DEF_ROUNDONCE
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

static constexpr unsigned FloatDigits = 24, DoubleDigits = 53;

static bool isNarrow(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() < 32;
}

/// Returns whether finite numbers of the format exceed the integers that f32
/// represents exactly.
static bool holdsLargeIntegers(Type type) {
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  return APFloat::semanticsMaxExponent(element.getFloatSemantics()) >=
         int(FloatDigits);
}

namespace {

/// Builds arithmetic on scalars or vectors.
class Arithmetic {
public:
  Arithmetic(ImplicitLocOpBuilder b, Type like) : b(std::move(b)), like(like) {}

  Type of(Type element) {
    auto shaped = dyn_cast<ShapedType>(like);
    return shaped ? Type(shaped.clone(element)) : element;
  }
  Type word() { return of(b.getI64Type()); }
  Type wide() { return of(b.getF64Type()); }

  Value number(int64_t n) {
    auto attr = b.getI64IntegerAttr(n);
    if (auto shaped = dyn_cast<ShapedType>(word()))
      return arith::ConstantOp::create(
          b, DenseElementsAttr::get(shaped, Attribute(attr)));
    return arith::ConstantOp::create(b, attr);
  }
  Value zero() { return arith::ConstantOp::create(b, b.getZeroAttr(wide())); }
  template <typename Op> Value apply(Value x, Value y) {
    return Op::create(b, x, y);
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }
  Value compare(CmpIPredicate p, Value x, int64_t n) {
    return arith::CmpIOp::create(b, p, x, number(n));
  }
  Value compare(CmpFPredicate p, Value x) {
    return arith::CmpFOp::create(b, p, x, zero());
  }

  Value limitDigits(Value x, bool isSigned);
  Value roundSumToOdd(Value x, Value y);

  ImplicitLocOpBuilder b;

private:
  Type like;
};

} // namespace

/// A 64-bit integer that f64 holds: 0 for the lowest digits of large ones, and
/// 1 before them unless they were 0.
Value Arithmetic::limitDigits(Value x, bool isSigned) {
  constexpr int64_t limit = int64_t(1) << DoubleDigits;
  constexpr int64_t low = (1 << (64 - DoubleDigits)) - 1;
  Value carry =
      apply<arith::AddIOp>(apply<arith::AndIOp>(x, number(low)), number(low));
  Value cut = apply<arith::AndIOp>(apply<arith::OrIOp>(x, carry), number(~low));
  Value fromLowest = isSigned ? apply<arith::AddIOp>(x, number(limit)) : x;
  Value isExact =
      compare(CmpIPredicate::ult, fromLowest, isSigned ? 2 * limit : limit);
  return select(isExact, x, cut);
}

/// Adds in f64 and rounds to odd. The error of a sum is representable (TwoSum);
/// its sign is the direction of the exact sum.
Value Arithmetic::roundSumToOdd(Value x, Value y) {
  Value sum = apply<arith::AddFOp>(x, y);
  Value added = apply<arith::SubFOp>(sum, x);
  Value error = apply<arith::AddFOp>(
      apply<arith::SubFOp>(x, apply<arith::SubFOp>(sum, added)),
      apply<arith::SubFOp>(y, added));
  Value isLarger = arith::CmpIOp::create(b, CmpIPredicate::eq,
                                         compare(CmpFPredicate::OGT, error),
                                         compare(CmpFPredicate::OGT, sum));
  Value bits = arith::BitcastOp::create(b, word(), sum);
  Value isEven =
      compare(CmpIPredicate::eq, apply<arith::AndIOp>(bits, number(1)), 0);
  Value isInexact = compare(CmpFPredicate::ONE, error);
  Value next =
      apply<arith::AddIOp>(bits, select(isLarger, number(1), number(-1)));
  Value moves = apply<arith::AndIOp>(isInexact, isEven);
  return arith::BitcastOp::create(b, wide(), select(moves, next, bits));
}

namespace {

template <typename Op> struct RoundInteger : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &b) const override {
    constexpr bool isSigned = std::is_same_v<Op, arith::SIToFPOp>;
    Value x = op.getIn();
    unsigned width = getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth();
    if (!isNarrow(op.getType()) || !holdsLargeIntegers(op.getType()) ||
        width <= FloatDigits || width > 64)
      return b.notifyMatchFailure(op, "the conversion rounds once");
    Arithmetic build(ImplicitLocOpBuilder(op.getLoc(), b), op.getType());
    if (width > DoubleDigits && width < 64)
      x = isSigned
              ? arith::ExtSIOp::create(build.b, build.word(), x).getResult()
              : arith::ExtUIOp::create(build.b, build.word(), x).getResult();
    if (width > DoubleDigits)
      x = build.limitDigits(x, isSigned);
    Value number = Op::create(build.b, build.wide(), x);
    b.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), number);
    return success();
  }
};

/// Products of narrow floats are exact in f64.
struct RoundFma : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &b) const override {
    if (!isNarrow(op.getType()))
      return b.notifyMatchFailure(op, "the result is not a narrow float");
    Arithmetic build(ImplicitLocOpBuilder(op.getLoc(), b), op.getType());
    auto widen = [&](Value x) -> Value {
      return arith::ExtFOp::create(build.b, build.wide(), x);
    };
    Value product =
        build.apply<arith::MulFOp>(widen(op.getA()), widen(op.getB()));
    Value sum = build.roundSumToOdd(product, widen(op.getC()));
    b.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), sum);
    return success();
  }
};

struct RoundOnce : public matrix::impl::RoundOnceBase<RoundOnce> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RoundInteger<arith::SIToFPOp>, RoundInteger<arith::UIToFPOp>,
                 RoundFma>(&getContext());
    matrix::ReplacementCounter counter(DEBUG_TYPE, numRounded);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }
};

} // namespace
