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
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace matrix;

/// The operations of a body on which a value depends, and its arguments.
static llvm::SetVector<Value> getSlice(Block &body, Value root) {
  llvm::SetVector<Value> slice;
  slice.insert(root);
  for (size_t i = 0; i < slice.size(); ++i) {
    Operation *op = slice[i].getDefiningOp();
    if (!op || op->getBlock() != &body)
      continue;
    op->walk([&](Operation *inner) {
      slice.insert(inner->operand_begin(), inner->operand_end());
    });
  }
  return slice;
}

namespace {

struct SeparateReductions : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op->getNumResults() < 2 ||
        op.getNumReductionLoops() == 0)
      return rewriter.notifyMatchFailure(op, "no reduction to several tensors");
    for (OpOperand &init : op.getDpsInitsMutable())
      if (!op.getMatchingIndexingMap(&init).isProjectedPermutation())
        return rewriter.notifyMatchFailure(op, "a result is not a permutation");
    SmallVector<llvm::SetVector<Value>> slices;
    for (Value yielded : op.getBody()->getTerminator()->getOperands())
      slices.push_back(getSlice(*op.getBody(), yielded));
    for (auto [i, slice] : llvm::enumerate(slices))
      for (auto [j, accumulator] : llvm::enumerate(op.getRegionOutputArgs()))
        if (i != j && slice.contains(accumulator))
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
                               const llvm::SetVector<Value> &slice,
                               PatternRewriter &rewriter) {
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
        if (llvm::any_of(inner.getResults(),
                         [&](Value result) { return slice.contains(result); }))
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
