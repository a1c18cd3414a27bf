//===- SeparateReductions.cpp - reductions with several results -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations on which a result depends are the backward slice of the value
// that is yielded for it. An operation of its own has a copy of them, all
// inputs, and the init of the result; inputs that it does not read are removed
// by the cleanup of the pass.
//
//===----------------------------------------------------------------------===//

#include "SeparateReductions.h"
#include "Access/BodyMatchers.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace matrix;

using Slice = llvm::SetVector<Operation *>;

/// Returns the operations of a body on which a value depends.
static Slice getSlice(Block &body, Value value) {
  Slice slice;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &body)
    return slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.omitUsesFromAbove = false;
  options.filter = [&](Operation *other) {
    return body.findAncestorOpInBlock(*other) != nullptr;
  };
  (void)getBackwardSlice(op, &slice, options);
  return slice;
}

/// Returns whether the operations of a slice, or the value itself, read an
/// argument of the body.
static bool reads(const Slice &slice, Value value, BlockArgument argument) {
  return value == argument ||
         llvm::any_of(argument.getUsers(), [&](Operation *user) {
           return slice.contains(
               argument.getOwner()->findAncestorOpInBlock(*user));
         });
}

namespace {

struct SeparateReductions : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op->getNumResults() < 2 ||
        op.getNumReductionLoops() == 0)
      return rewriter.notifyMatchFailure(op, "no reduction to several tensors");
    if (hasEffects(op)) // of which no result depends
      return rewriter.notifyMatchFailure(op, "the body has effects");
    for (OpOperand &init : op.getDpsInitsMutable())
      if (!op.getMatchingIndexingMap(&init).isProjectedPermutation())
        return rewriter.notifyMatchFailure(op, "a result is not a permutation");
    auto yielded = op.getBody()->getTerminator()->getOperands();
    SmallVector<Slice> slices;
    for (Value value : yielded)
      slices.push_back(getSlice(*op.getBody(), value));
    for (auto [i, slice] : llvm::enumerate(slices))
      for (auto [j, accumulator] : llvm::enumerate(op.getRegionOutputArgs()))
        if (i != j && reads(slice, yielded[i], accumulator))
          return rewriter.notifyMatchFailure(op, "results depend on others");
    SmallVector<Value> results;
    for (auto [i, slice] : llvm::enumerate(slices))
      results.push_back(createReduction(op, i, slice, rewriter));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Loops along a dimension of the only result are parallel.
  static SmallVector<utils::IteratorType> getKinds(linalg::GenericOp op,
                                                   AffineMap result) {
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    for (AffineExpr index : result.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(index))
        kinds[dim.getPosition()] = utils::IteratorType::parallel;
    return kinds;
  }

  static Value createReduction(linalg::GenericOp op, unsigned number,
                               const Slice &slice, PatternRewriter &rewriter) {
    OpOperand *init = op.getDpsInitOperand(number);
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    maps.truncate(op.getNumDpsInputs());
    maps.push_back(op.getMatchingIndexingMap(init));
    auto copyBody = [&](OpBuilder &builder, Location loc, ValueRange values) {
      IRMapping mapping;
      for (auto [argument, value] :
           llvm::zip_equal(op.getRegionInputArgs(), values.drop_back()))
        mapping.map(argument, value);
      mapping.map(op.getRegionOutputArgs()[number], values.back());
      for (Operation &inner : op.getBody()->without_terminator())
        if (slice.contains(&inner))
          builder.clone(inner, mapping);
      Value yielded = op.getBody()->getTerminator()->getOperand(number);
      linalg::YieldOp::create(builder, loc, mapping.lookupOrDefault(yielded));
    };
    return linalg::GenericOp::create(
               rewriter, op.getLoc(), init->get().getType(), op.getDpsInputs(),
               init->get(), maps, getKinds(op, maps.back()), copyBody)
        .getResult(0);
  }
};

} // namespace

void matrix::populateSeparateReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<SeparateReductions>(patterns.getContext());
}
