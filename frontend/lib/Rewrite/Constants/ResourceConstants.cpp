//===- ResourceConstants.cpp - constants in resources of the file ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the elements of resources into dense attributes. A resource whose bytes
// are not as many as its elements need is left for the error of the
// translation.
//
//===----------------------------------------------------------------------===//

#include "ResourceConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

/// Returns the elements, or null for types that are translated as they are.
static DenseElementsAttr readElements(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  ShapedType type = resource.getType();
  uint64_t count = type.getNumElements();
  if (!blob)
    return {};
  if (type.getElementType().isInteger(1) && blob->getData().size() == count)
    return DenseElementsAttr::get(type, blob->getDataAs<bool>());
  if (type.getElementType().isIndex() &&
      blob->getData().size() == count * sizeof(int64_t))
    return DenseIntElementsAttr::get(type, blob->getDataAs<int64_t>());
  return {};
}

namespace {

struct ReadResource : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue());
    DenseElementsAttr elements = resource ? readElements(resource) : nullptr;
    if (!elements)
      return rewriter.notifyMatchFailure(op, "no resource of i1 or index");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, elements);
    return success();
  }
};

} // namespace

void matrix::populateResourceConstantPatterns(RewritePatternSet &patterns) {
  patterns.add<ReadResource>(patterns.getContext());
}
