//===- ReducePowers.cpp - powers with constant exponents ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strength reduction of powers before groups are formed: those of floats by
// expandPower(), those of integers by repeated squaring. Without it, they would
// be calls of functions, and squares would not be found as products.
//
//===----------------------------------------------------------------------===//

#include "FoldConstants.h"
#include "matrix/Dialect/Matrix/Transforms/Powers.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

/// Replaces a power by products and roots, if there are any.
template <typename Op>
static LogicalResult replacePower(Op op, double exponent,
                                  PatternRewriter &rewriter) {
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  Value power = expandPower(builder, op.getLhs(), exponent, op.getFastmath());
  if (!power)
    return rewriter.notifyMatchFailure(op, "no product or root");
  rewriter.replaceOp(op, power);
  return success();
}

namespace {

/// Other powers are more exact than many products.
constexpr double kLargestExponent = 3;

struct ReducePowF : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    APFloat exponent(0.0);
    if (!matchPattern(op.getRhs(), m_ConstantFloat(&exponent)))
      return rewriter.notifyMatchFailure(op, "no constant exponent");
    double value = exponent.convertToDouble();
    if (!(std::abs(value) <= kLargestExponent)) // or NaN
      return rewriter.notifyMatchFailure(op, "no small exponent");
    return replacePower(op, value, rewriter);
  }
};

struct ReduceFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    APInt exponent;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&exponent)))
      return rewriter.notifyMatchFailure(op, "no constant exponent");
    return replacePower(op, exponent.signedRoundToDouble(), rewriter);
  }
};

/// Powers of integers, modulo the width.
struct ReduceIPowI : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    constexpr uint64_t largest = 16;
    APInt exponent;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&exponent)) ||
        exponent.isNonPositive() || exponent.ugt(largest))
      return rewriter.notifyMatchFailure(op, "no small positive exponent");
    auto multiply = [&](Value x, Value y) {
      return arith::MulIOp::create(rewriter, op.getLoc(), x, y);
    };
    Value result, square = op.getLhs();
    for (uint64_t rest = exponent.getZExtValue(); rest; rest /= 2) {
      if (rest & 1)
        result = result ? multiply(result, square) : square;
      if (rest > 1)
        square = multiply(square, square);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void matrix::populatePowerPatterns(RewritePatternSet &patterns) {
  patterns.add<ReducePowF, ReduceFPowI, ReduceIPowI>(patterns.getContext());
}
