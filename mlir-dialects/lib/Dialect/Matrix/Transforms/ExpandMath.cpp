//===- ExpandMath.cpp - expansion of math operations ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands math operations of scalar code that neither the runtime library nor
// LLVM provides, and those whose result depends on the format. It runs before
// narrow floats are widened.
//
//===----------------------------------------------------------------------===//

#include "PassStatistics.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#define DEBUG_TYPE "matrix-expand-math"

namespace matrix {
#define GEN_PASS_DEF_EXPANDMATH
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using arith::CmpFPredicate;

/// Returns `type` with another element type.
static Type withElement(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

static Value constant(ImplicitLocOpBuilder &b, Type type, APFloat number) {
  auto shaped = dyn_cast<ShapedType>(type);
  TypedAttr attr = b.getFloatAttr(getElementTypeOrSelf(type), number);
  if (shaped)
    attr = DenseElementsAttr::get(shaped, Attribute(attr));
  return arith::ConstantOp::create(b, attr);
}

/// The minimum integer is its own absolute value, because its negation wraps.
static LogicalResult expandAbsI(math::AbsIOp op, PatternRewriter &b) {
  Location loc = op.getLoc();
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(op.getType()));
  Value negative = arith::SubIOp::create(b, loc, zero, op.getOperand());
  b.replaceOpWithNewOp<arith::MaxSIOp>(op, op.getOperand(), negative);
  return success();
}

/// Upstream expands powers of integers, but not of index values.
static LogicalResult castIPowI(math::IPowIOp op, PatternRewriter &b) {
  Type type = op.getType();
  if (!getElementTypeOrSelf(type).isIndex())
    return b.notifyMatchFailure(op, "the elements are not of type index");
  auto cast = [&](Value value, Type to) -> Value {
    return arith::IndexCastOp::create(b, op.getLoc(), to, value);
  };
  Type word = withElement(type, b.getI64Type());
  Value power = math::IPowIOp::create(b, op.getLoc(), cast(op.getLhs(), word),
                                      cast(op.getRhs(), word));
  b.replaceOp(op, cast(power, type));
  return success();
}

/// Clamps to [min, max] as docs/contracts.md specifies.
static LogicalResult expandClampF(math::ClampFOp op, PatternRewriter &b) {
  Value below =
      arith::MinimumFOp::create(b, op.getLoc(), op.getValue(), op.getMax());
  b.replaceOpWithNewOp<arith::MaximumFOp>(op, below, op.getMin());
  return success();
}

static LogicalResult expandSincos(math::SincosOp op, PatternRewriter &b) {
  Value sine = math::SinOp::create(b, op.getLoc(), op.getOperand());
  Value cosine = math::CosOp::create(b, op.getLoc(), op.getOperand());
  b.replaceOp(op, {sine, cosine});
  return success();
}

/// Classifies by comparing the magnitude with the limits of the format.
template <typename Op>
static LogicalResult expandClass(Op op, PatternRewriter &rewriter) {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  Type type = op.getOperand().getType();
  auto &format =
      cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
  Value size = math::AbsFOp::create(b, op.getOperand());
  auto holds = [&](CmpFPredicate predicate, const APFloat &limit) -> Value {
    return arith::CmpFOp::create(b, predicate, size, constant(b, type, limit));
  };
  Value result;
  if constexpr (std::is_same_v<Op, math::IsInfOp>) {
    result = holds(CmpFPredicate::OGT, APFloat::getLargest(format));
  } else {
    Value isLarge =
        holds(CmpFPredicate::OGE, APFloat::getSmallestNormalized(format));
    Value isFinite = holds(CmpFPredicate::OLE, APFloat::getLargest(format));
    result = arith::AndIOp::create(b, isLarge, isFinite);
  }
  rewriter.replaceOp(op, result);
  return success();
}

namespace {

struct ExpandMath : public matrix::impl::ExpandMathBase<ExpandMath> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(expandAbsI)
        .add(castIPowI)
        .add(expandClampF)
        .add(expandSincos)
        .add(expandClass<math::IsInfOp>)
        .add(expandClass<math::IsNormalOp>);
    // The other patterns of arith-expand are excluded: its maxima and minima
    // treat -0 and +0 as equal.
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateExpandScalingExtTruncPatterns(patterns);
    matrix::ReplacementCounter counter(DEBUG_TYPE, numExpanded);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }
};

} // namespace
