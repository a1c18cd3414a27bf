//===- ExpandSmallFloats.cpp - floats of 4 to 8 bits as integers ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands scalar conversions between floats of 4 to 8 bits and f32 to integer
// arithmetic on their bits: LLVM has no such types, and CPUs do not convert
// them. Other operations on such floats are computed in f32
// (arith-emulate-unsupported-floats).
//
//===----------------------------------------------------------------------===//

#include "PassStatistics.h"
#include "Scalar/SmallFloats.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#define DEBUG_TYPE "matrix-expand-small-floats"

namespace matrix {
#define GEN_PASS_DEF_EXPANDSMALLFLOATS
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;
using Layout = SmallFloatLayout;
using Words = SmallFloatWords;

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// Converts x to f32, rounding toward zero and setting the last bit if inexact
/// (rounding to odd). A second rounding to at most half as many digits then
/// equals a single rounding of x.
static Value roundToOdd(ImplicitLocOpBuilder &b, Value x, Type word) {
  Words words(b, word);
  Value nearest = arith::TruncFOp::create(b, word, x);
  Value back = arith::ExtFOp::create(b, x.getType(), nearest);
  auto holds = [&](arith::CmpFPredicate p, Value lhs, Value rhs) -> Value {
    return arith::CmpFOp::create(b, p, lhs, rhs);
  };
  Value isAway = holds(arith::CmpFPredicate::OGT, math::AbsFOp::create(b, back),
                       math::AbsFOp::create(b, x));
  Value isInexact = holds(arith::CmpFPredicate::UNE, back, x);
  return words.adjust(nearest, isAway, isInexact);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static LogicalResult expandExtF(arith::ExtFOp op, PatternRewriter &b) {
  Value in = op.getIn();
  std::optional<Layout> layout = Layout::of(in.getType());
  if (!layout && !hasExponentOnly(in.getType()))
    return b.notifyMatchFailure(op, "not a float of at most 8 bits");
  ImplicitLocOpBuilder build(op.getLoc(), b);
  Words words(build, in.getType());
  Value x = layout ? words.decode(*layout, in) : words.decodeExponent(in);
  if (x.getType() == op.getType()) {
    b.replaceOp(op, x);
    return success();
  }
  if (getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth() > 32)
    b.replaceOpWithNewOp<arith::ExtFOp>(op, op.getType(), x);
  else
    b.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), x);
  return success();
}

static LogicalResult expandTruncF(arith::TruncFOp op, PatternRewriter &b) {
  Value in = op.getIn();
  std::optional<Layout> layout = Layout::of(op.getType());
  unsigned bits = getElementTypeOrSelf(in.getType()).getIntOrFloatBitWidth();
  if (!layout && !hasExponentOnly(op.getType()))
    return b.notifyMatchFailure(op, "not a float of at most 8 bits");
  ImplicitLocOpBuilder build(op.getLoc(), b);
  Type word = b.getF32Type();
  if (auto shaped = dyn_cast<ShapedType>(in.getType()))
    word = shaped.clone(word);
  if (bits < 32)
    in = arith::ExtFOp::create(build, word, in);
  if (bits > 32)
    in = roundToOdd(build, in, word);
  Words words(build, in.getType());
  Value code = layout ? words.encode(*layout, in) : words.encodeExponent(in);
  b.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), code);
  return success();
}

/// Upstream's emulation marks its conversions `contract`, which permits folding
/// of pairs; but each operation rounds to its format (docs/contracts.md). The
/// attribute is removed rather than set to `none`, which upstream's vector
/// lowering would preserve. Returns the conversions.
static SmallVector<Operation *> keepRoundings(Operation *scope) {
  SmallVector<Operation *> ops;
  scope->walk([&](arith::ArithFastMathInterface op) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      return;
    op->removeAttr(op.getFastMathAttrName());
    ops.push_back(op);
  });
  return ops;
}

namespace {

struct ExpandSmallFloats
    : public matrix::impl::ExpandSmallFloatsBase<ExpandSmallFloats> {
  void runOnOperation() override {
    SmallVector<Operation *> ops = keepRoundings(getOperation());
    RewritePatternSet patterns(&getContext());
    patterns.add(expandExtF).add(expandTruncF);
    matrix::ReplacementCounter counter(DEBUG_TYPE, numExpanded);
    // A driver for the whole module would visit each of its operations.
    if (failed(applyOpPatternsGreedily(
            ops, std::move(patterns),
            GreedyRewriteConfig().setListener(&counter))))
      signalPassFailure();
  }
};

} // namespace
