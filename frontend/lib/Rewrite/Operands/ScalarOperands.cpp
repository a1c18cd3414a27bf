//===- ScalarOperands.cpp - scalars as tensors of rank 0 ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number becomes a tensor of rank 0, the one that it is extracted from if
// there is one. Captured numbers, and those that the body extracts from a
// captured tensor of rank 0, become inputs after the others.
//
//===----------------------------------------------------------------------===//

#include "ScalarOperands.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace matrix;

static bool isNumber(Value value) { return value.getType().isIntOrFloat(); }

/// Returns the tensor of rank 0 with the number; null: it is none of a tensor.
static Value getSource(Value number) {
  auto extract = number.getDefiningOp<tensor::ExtractOp>();
  return extract && extract.getIndices().empty() ? extract.getTensor()
                                                 : Value();
}

static Value getTensor(OpBuilder &builder, Value number) {
  if (Value tensor = getSource(number))
    return tensor;
  auto type = RankedTensorType::get({}, number.getType());
  return tensor::FromElementsOp::create(builder, number.getLoc(), type, number);
}

/// Returns the numbers of the body whose value is from outside.
static llvm::SetVector<Value> findCaptured(linalg::GenericOp op) {
  llvm::SetVector<Value> found;
  auto isOutside = [&](Value value) {
    return !op.getRegion().isAncestor(value.getParentRegion());
  };
  op.getRegion().walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (isNumber(operand) && isOutside(operand) &&
          !matchPattern(operand, m_Constant()))
        found.insert(operand);
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner))
      if (Value tensor = getSource(extract.getResult());
          tensor && isNumber(extract.getResult()) && isOutside(tensor))
        found.insert(extract.getResult());
  });
  return found;
}

namespace {

struct PromoteScalars : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumLoops() == 0)
      return rewriter.notifyMatchFailure(op, "no loops over tensors");
    llvm::SetVector<Value> captured = findCaptured(op);
    if (captured.empty() && llvm::none_of(op.getDpsInputs(), isNumber))
      return rewriter.notifyMatchFailure(op, "no numbers from outside");
    SmallVector<Value> inputs;
    for (Value input : op.getDpsInputs())
      inputs.push_back(isNumber(input) ? getTensor(rewriter, input) : input);
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    AffineMap scalar =
        AffineMap::get(op.getNumLoops(), 0, rewriter.getContext());
    unsigned number = op.getNumDpsInputs();
    for (Value value : captured) {
      inputs.push_back(getTensor(rewriter, value));
      maps.insert(maps.begin() + number++, scalar);
    }
    replace(op, inputs, maps, captured.getArrayRef(), rewriter);
    return success();
  }

private:
  static void replace(linalg::GenericOp op, ValueRange inputs,
                      ArrayRef<AffineMap> maps, ArrayRef<Value> captured,
                      PatternRewriter &rewriter) {
    unsigned number = op.getNumDpsInputs();
    auto created = linalg::GenericOp::create(
        rewriter, op.getLoc(), op->getResultTypes(), inputs, op.getDpsInits(),
        maps, op.getIteratorTypesArray());
    Region &region = created.getRegion();
    rewriter.inlineRegionBefore(op.getRegion(), region, region.end());
    for (Value value : captured) {
      BlockArgument argument = region.front().insertArgument(
          number++, value.getType(), value.getLoc());
      rewriter.replaceUsesWithIf(value, argument, [&](OpOperand &use) {
        return region.isAncestor(use.getOwner()->getParentRegion());
      });
      // Otherwise it would be found again, without end.
      if (region.isAncestor(value.getParentRegion()))
        rewriter.eraseOp(value.getDefiningOp());
    }
    rewriter.replaceOp(op, created);
  }
};

} // namespace

void matrix::populateScalarOperandPatterns(RewritePatternSet &patterns) {
  patterns.add<PromoteScalars>(patterns.getContext());
}
