//===- FoldConstants.cpp - constant folding of math operations ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folding patterns that complement those of upstream: inexact truncations,
// functions of constants in narrow floats, and reshapes of fills. Functions are
// evaluated in double and rounded to the format.
//
//===----------------------------------------------------------------------===//

#include "FoldConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;

namespace {

using Function = double (*)(double);

static FloatAttr convert(APFloat value, FloatType type) {
  bool inexact;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &inexact);
  return FloatAttr::get(type, value);
}

/// Upstream folds only exact truncations.
struct FoldTruncation : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    APFloat operand(0.0);
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || !matrix::roundsToNearestEven(op) ||
        !matchPattern(op.getIn(), m_ConstantFloat(&operand)))
      return rewriter.notifyMatchFailure(op, "no truncation of a constant");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, convert(operand, type));
    return success();
  }
};

template <typename Op> struct FoldUnary : OpRewritePattern<Op> {
  FoldUnary(MLIRContext *context, Function function)
      : OpRewritePattern<Op>(context), function(function) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    APFloat operand(0.0);
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || !matchPattern(op.getOperand(), m_ConstantFloat(&operand)))
      return rewriter.notifyMatchFailure(op, "operand is not a constant float");
    bool inexact;
    operand.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &inexact);
    APFloat result(function(operand.convertToDouble()));
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, convert(result, type));
    return success();
  }

  Function function;
};

/// A reshaped fill is a fill of the other shape, which initializes reductions
/// without a tensor. Upstream has that for `linalg.fill`.
template <typename Reshape>
struct FoldReshapeOfFill : OpRewritePattern<Reshape> {
  using OpRewritePattern<Reshape>::OpRewritePattern;

  LogicalResult matchAndRewrite(Reshape op,
                                PatternRewriter &rewriter) const override {
    auto fill = op.getSrc().template getDefiningOp<linalg::GenericOp>();
    Attribute value;
    if (!fill || !op.getResultType().hasStaticShape() ||
        fill->getNumOperands() != 1 || fill->getNumResults() != 1 ||
        !matchPattern(fill.getBody()->getTerminator()->getOperand(0),
                      m_Constant(&value)))
      return rewriter.notifyMatchFailure(op, "the source is not a fill");
    RankedTensorType type = op.getResultType();
    Location loc = op.getLoc();
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    SmallVector<utils::IteratorType> loops(type.getRank(),
                                           utils::IteratorType::parallel);
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, ValueRange(), empty, map, loops,
        [&](OpBuilder &body, Location, ValueRange) {
          Value constant =
              arith::ConstantOp::create(body, loc, cast<TypedAttr>(value));
          linalg::YieldOp::create(body, loc, constant);
        });
    return success();
  }
};

} // namespace

void matrix::populateConstantFoldingPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<FoldTruncation, FoldReshapeOfFill<tensor::ExpandShapeOp>,
               FoldReshapeOfFill<tensor::CollapseShapeOp>>(context);
  patterns.add<FoldUnary<math::SqrtOp>>(context, Function(std::sqrt));
  patterns.add<FoldUnary<math::ExpOp>>(context, Function(std::exp));
  patterns.add<FoldUnary<math::LogOp>>(context, Function(std::log));
  patterns.add<FoldUnary<math::TanhOp>>(context, Function(std::tanh));
  patterns.add<FoldUnary<math::ErfOp>>(context, Function(std::erf));
  populatePowerPatterns(patterns);
}
