//===- SelectedExtrema.cpp - bounds by comparisons ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the selection for a number above and one below the constant, for an
// equal one, and for NaN. A comparison depends only on the order of both, so
// that these cases decide all numbers. For a zero constant, equal operands must
// give the zero that maximumf or minimumf gives for zeros of different signs.
//
//===----------------------------------------------------------------------===//

#include "SelectedExtrema.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace {

struct SelectExtremum : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto comparison = op.getCondition().getDefiningOp<arith::CmpFOp>();
    if (!comparison || !isa<FloatType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "no comparison of floats");
    for (bool isLhs : {true, false}) {
      Value x = isLhs ? comparison.getLhs() : comparison.getRhs();
      Value c = isLhs ? comparison.getRhs() : comparison.getLhs();
      APFloat bound(0.0);
      if (!matchPattern(c, m_ConstantFloat(&bound)) || bound.isNaN() ||
          !selectsBetween(op, x, c))
        continue;
      if (isExtremum(op, comparison, x, isLhs, bound, /*isMaximum=*/true)) {
        rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, x, c);
        return success();
      }
      if (isExtremum(op, comparison, x, isLhs, bound, /*isMaximum=*/false)) {
        rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, x, c);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "no maximum or minimum");
  }

private:
  static bool selectsBetween(arith::SelectOp op, Value x, Value c) {
    return (op.getTrueValue() == x && op.getFalseValue() == c) ||
           (op.getTrueValue() == c && op.getFalseValue() == x);
  }

  /// Returns whether x is selected in place of the constant.
  static bool selectsX(arith::SelectOp op, arith::CmpFOp comparison, Value x,
                       bool isLhs, const APFloat &value, const APFloat &bound) {
    bool holds =
        arith::applyCmpPredicate(comparison.getPredicate(),
                                 isLhs ? value : bound, isLhs ? bound : value);
    return (holds ? op.getTrueValue() : op.getFalseValue()) == x;
  }

  static bool isExtremum(arith::SelectOp op, arith::CmpFOp comparison, Value x,
                         bool isLhs, const APFloat &bound, bool isMaximum) {
    const llvm::fltSemantics &semantics = bound.getSemantics();
    auto selects = [&](const APFloat &value) {
      return selectsX(op, comparison, x, isLhs, value, bound);
    };
    APFloat above = bound, below = bound;
    above.next(/*nextDown=*/false);
    below.next(/*nextDown=*/true);
    // The maximum of both zeros is the positive one.
    bool equal = selects(bound);
    bool isEqualRight =
        !bound.isZero() || equal == (bound.isNegative() == isMaximum);
    return selects(APFloat::getNaN(semantics)) && isEqualRight &&
           (above == bound || selects(above) == isMaximum) &&
           (below == bound || selects(below) != isMaximum);
  }
};

} // namespace

void matrix::populateSelectedExtremumPatterns(RewritePatternSet &patterns) {
  patterns.add<SelectExtremum>(patterns.getContext());
}
