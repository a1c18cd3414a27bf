//===- UnfoldedWindows.cpp - reductions of unfolded windows ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reduction acquires an operand with the reduced extents, so that the loops
// of the fused operation have bounds. It is removed again unless the fusion
// follows at once.
//
//===----------------------------------------------------------------------===//

#include "UnfoldedWindows.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

/// Returns whether an operation reads an operand by sums of loops.
static bool readsWindows(linalg::GenericOp op) {
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return !op.getMatchingIndexingMap(input).isProjectedPermutation();
  });
}

/// Returns whether fusion lacks the extents of reduced loops only. Patterns
/// that fail must not have changed anything.
static bool lacksExtents(OpOperand *input, linalg::GenericOp producer,
                         linalg::GenericOp user) {
  OpOperand *written = producer.getTiedOpOperand(cast<OpResult>(input->get()));
  return producer.getNumParallelLoops() == producer.getNumLoops() &&
         producer.hasPureTensorSemantics() && !producer.hasDynamicShape() &&
         user.getMatchingIndexingMap(input).getNumResults() ==
             producer.getNumLoops() &&
         producer.getMatchingIndexingMap(written).isPermutation() &&
         !linalg::areElementwiseOpsFusable(input);
}

/// Returns a copy of the reduction with an operand of the reduced extents.
static linalg::GenericOp addWindow(linalg::GenericOp op,
                                   PatternRewriter &rewriter) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  SmallVector<int64_t> loops = op.getStaticLoopRanges(), extents;
  SmallVector<AffineExpr> indices;
  for (unsigned dim : reduced) {
    extents.push_back(loops[dim]);
    indices.push_back(rewriter.getAffineDimExpr(dim));
  }
  SmallVector<Value> inputs(op.getDpsInputs());
  Type element = rewriter.getF32Type();
  inputs.push_back(
      tensor::EmptyOp::create(rewriter, op.getLoc(), extents, element));
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + op.getNumDpsInputs(),
              AffineMap::get(loops.size(), 0, indices, rewriter.getContext()));
  auto copy = linalg::GenericOp::create(
      rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getDpsInits(),
      maps, op.getIteratorTypesArray());
  rewriter.cloneRegionBefore(op.getRegion(), copy.getRegion(),
                             copy.getRegion().begin());
  copy.getBody()->insertArgument(op.getNumDpsInputs(), element, op.getLoc());
  return copy;
}

namespace {

struct FuseUnfoldedWindows : OpRewritePattern<linalg::GenericOp> {
  FuseUnfoldedWindows(MLIRContext *context, linalg::ControlFusionFn mayFuse)
      : OpRewritePattern(context), mayFuse(std::move(mayFuse)) {}

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumReductionLoops() == 0 || op.hasDynamicShape() ||
        !op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "no reduction of known extents");
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto producer = input->get().getDefiningOp<linalg::GenericOp>();
      if (producer && readsWindows(producer) && mayFuse(input) &&
          lacksExtents(input, producer, op)) {
        fuse(op, input->getOperandNumber(), rewriter);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "reads no windows");
  }

private:
  /// Copies the producer of an operand if other operations read it. Its result
  /// would be kept for them, a second one of the reduction.
  static void ownProducer(linalg::GenericOp user, unsigned number,
                          PatternRewriter &rewriter) {
    OpOperand &windows = user->getOpOperand(number);
    auto result = cast<OpResult>(windows.get());
    if (result.getOwner()->hasOneUse())
      return;
    rewriter.setInsertionPoint(user);
    Operation *copy = rewriter.clone(*result.getOwner());
    rewriter.modifyOpInPlace(
        user, [&] { windows.set(copy->getResult(result.getResultNumber())); });
  }

  static void fuse(linalg::GenericOp op, unsigned number,
                   PatternRewriter &rewriter) {
    linalg::GenericOp user = addWindow(op, rewriter);
    // The result of the producer would be kept for the replaced operation.
    rewriter.replaceOp(op, user);
    ownProducer(user, number, rewriter);
    auto fused =
        linalg::fuseElementwiseOps(rewriter, &user->getOpOperand(number));
    if (failed(fused))
      return;
    SmallVector<Value> results;
    for (Value result : user->getResults())
      results.push_back(fused->replacements.lookup(result));
    rewriter.replaceOp(user, results);
  }

  linalg::ControlFusionFn mayFuse;
};

} // namespace

void matrix::populateUnfoldedWindowPatterns(
    RewritePatternSet &patterns, const linalg::ControlFusionFn &mayFuse) {
  patterns.add<FuseUnfoldedWindows>(patterns.getContext(), mayFuse);
}
