//===- ReducePowers.cpp - powers with constant exponents ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strength reduction of powers: small integral exponents become products, -1 a
// division, and 0.5, -0.5 and 0.75 square roots; other exponents stay. A square
// root differs from a power at two values, which are treated apart:
//
//   x            sqrt(x)    x^e, 0 < e < 1    x^e, e < 0
//   -infinity    NaN        +infinity         +0
//   -0           -0         +0                +infinity
//
// Upstream's patterns for the same purpose ignore both.
//
//===----------------------------------------------------------------------===//

#include "FoldConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

namespace {

/// Emits arithmetic on values of one type.
struct Arithmetic {
  ImplicitLocOpBuilder b;
  Type type;
  arith::FastMathFlags flags = arith::FastMathFlags::none;

  Value constant(double value) {
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    APFloat number(value);
    bool inexact;
    number.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &inexact);
    TypedAttr attr = FloatAttr::get(element, number);
    if (auto shaped = dyn_cast<ShapedType>(type))
      attr = DenseElementsAttr::get(shaped, cast<Attribute>(attr));
    return arith::ConstantOp::create(b, attr);
  }

  Value multiply(Value x, Value y) {
    return arith::MulFOp::create(b, x, y, flags);
  }

  /// The root of a value that is not -infinity; that of -0 is +0.
  Value root(Value x, double exponent) {
    x = arith::AddFOp::create(b, x, constant(0.0));
    if (exponent == -0.5)
      return math::RsqrtOp::create(b, x, flags);
    Value root = math::SqrtOp::create(b, x, flags);
    return exponent == 0.75
               ? multiply(root, math::SqrtOp::create(b, root, flags))
               : root;
  }

  Value fractionalPower(Value x, double exponent) {
    Value isInfinite = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x,
                                             constant(-INFINITY));
    return arith::SelectOp::create(b, isInfinite,
                                   constant(exponent < 0 ? 0.0 : INFINITY),
                                   root(x, exponent));
  }

  Value power(Value x, double exponent) {
    if (exponent == 1)
      return x;
    if (exponent == 2)
      return multiply(x, x);
    if (exponent == 3)
      return multiply(multiply(x, x), x);
    if (exponent == -1)
      return arith::DivFOp::create(b, constant(1.0), x, flags);
    if (exponent == 0.5 || exponent == -0.5 || exponent == 0.75)
      return fractionalPower(x, exponent);
    return {};
  }
};

struct ReducePowF : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    APFloat exponent(0.0);
    if (!matchPattern(op.getRhs(), m_ConstantFloat(&exponent)))
      return rewriter.notifyMatchFailure(op, "no constant exponent");
    Arithmetic arithmetic{ImplicitLocOpBuilder(op.getLoc(), rewriter),
                          op.getType(), op.getFastmath()};
    Value power = arithmetic.power(op.getLhs(), exponent.convertToDouble());
    if (!power)
      return rewriter.notifyMatchFailure(op, "no product or root");
    rewriter.replaceOp(op, power);
    return success();
  }
};

constexpr uint64_t kLargestExponent = 16;

/// Returns x^exponent by repeated squaring.
template <typename Multiply>
Value power(Value x, uint64_t exponent, Multiply multiply) {
  Value result, square = x;
  for (uint64_t rest = exponent; rest; rest >>= 1) {
    if (rest & 1)
      result = result ? multiply(result, square) : square;
    if (rest > 1)
      square = multiply(square, square);
  }
  return result;
}

/// Powers of floats with a negative exponent are inverted at the end.
struct ReduceFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    APInt exponent;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&exponent)) ||
        exponent.isZero() || exponent.abs().ugt(kLargestExponent))
      return rewriter.notifyMatchFailure(op, "no small exponent");
    Arithmetic arithmetic{ImplicitLocOpBuilder(op.getLoc(), rewriter),
                          op.getType(), op.getFastmath()};
    Value result =
        power(op.getLhs(), exponent.abs().getZExtValue(),
              [&](Value x, Value y) { return arithmetic.multiply(x, y); });
    if (exponent.isNegative())
      result = arithmetic.power(result, -1);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Powers of integers, modulo the width.
struct ReduceIPowI : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    APInt exponent;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&exponent)) ||
        exponent.isNonPositive() || exponent.ugt(kLargestExponent))
      return rewriter.notifyMatchFailure(op, "no small positive exponent");
    rewriter.replaceOp(
        op, power(op.getLhs(), exponent.getZExtValue(), [&](Value x, Value y) {
          return arith::MulIOp::create(rewriter, op.getLoc(), x, y);
        }));
    return success();
  }
};

} // namespace

void matrix::populatePowerPatterns(RewritePatternSet &patterns) {
  patterns.add<ReducePowF, ReduceFPowI, ReduceIPowI>(patterns.getContext());
}
