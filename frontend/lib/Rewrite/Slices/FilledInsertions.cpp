//===- FilledInsertions.cpp - insertions into fills as pads ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Torch-mlir pads the operands of transposed convolutions in this way.
// Insertions that are steps apart, or at positions that are not known, remain.
//
//===----------------------------------------------------------------------===//

#include "FilledInsertions.h"
#include "Access/BodyMatchers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

namespace {

struct FilledInsertion : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    TypedAttr constant;
    RankedTensorType type = op.getDestType();
    if (op.getSourceType().getRank() != type.getRank() ||
        !op.getSourceType().hasStaticShape() || !type.hasStaticShape() ||
        op.getSourceType().getNumElements() == 0 || !op.hasUnitStride() ||
        ShapedType::isDynamicShape(op.getStaticOffsets()) ||
        !matchFill(op.getDest(), constant))
      return rewriter.notifyMatchFailure(op, "not a pad");
    SmallVector<OpFoldResult> low, high;
    for (auto [offset, size, extent] :
         llvm::zip_equal(op.getStaticOffsets(), op.getSourceType().getShape(),
                         type.getShape())) {
      low.push_back(rewriter.getIndexAttr(offset));
      high.push_back(rewriter.getIndexAttr(extent - offset - size));
    }
    Value value = arith::ConstantOp::create(rewriter, op.getLoc(), constant);
    rewriter.replaceOpWithNewOp<tensor::PadOp>(op, type, op.getSource(), low,
                                               high, value);
    return success();
  }
};

} // namespace

void matrix::populateFilledInsertionPatterns(RewritePatternSet &patterns) {
  patterns.add<FilledInsertion>(patterns.getContext());
}
