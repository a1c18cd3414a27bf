//===- MixedContractions.cpp - operands of one type ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixedContractions.h"
#include "Group.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;

/// `tensor` converted element by element as `extension` does.
static Value widen(PatternRewriter &rewriter, Value tensor,
                   Operation *extension) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Type wide = extension->getResult(0).getType();
  Location loc = extension->getLoc();
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(), wide);
  AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> kinds(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             rewriter, loc, empty.getType(), tensor, empty,
             ArrayRef<AffineMap>{map, map}, kinds,
             [&](OpBuilder &b, Location l, ValueRange args) {
               IRMapping mapping;
               mapping.map(extension->getOperand(0), args[0]);
               Operation *copy = b.clone(*extension, mapping);
               linalg::YieldOp::create(b, l, copy->getResults());
             })
      .getResult(0);
}

namespace {

struct WidenMixedOperands : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isContraction(op) || op.getNumDpsInputs() != 2 ||
        !op.hasPureTensorSemantics())
      return failure();
    SmallVector<Value> inputs(op.getDpsInputs());
    Type lhs = getElementTypeOrSelf(inputs[0]);
    Type rhs = getElementTypeOrSelf(inputs[1]);
    auto isStatic = [](Value v) {
      auto type = dyn_cast<RankedTensorType>(v.getType());
      return type && type.hasStaticShape();
    };
    if (lhs == rhs || !llvm::all_of(inputs, isStatic))
      return failure();
    for (auto [i, input] : llvm::enumerate(inputs)) {
      BlockArgument argument = op.getBody()->getArgument(i);
      Operation *user = *argument.user_begin();
      if (argument.hasOneUse() && isa<CastOpInterface>(user))
        input = widen(rewriter, input, user);
    }
    rebuild(op, inputs, rewriter);
    return success();
  }

  /// The same contraction of wide operands: their conversions go.
  static void rebuild(linalg::GenericOp op, ArrayRef<Value> inputs,
                      PatternRewriter &rewriter) {
    auto result = linalg::GenericOp::create(
        rewriter, op.getLoc(), op->getResultTypes(), inputs, op.getOutputs(),
        op.getIndexingMapsArray(), op.getIteratorTypesArray(),
        [&](OpBuilder &b, Location, ValueRange args) {
          IRMapping mapping;
          mapping.map(op.getBody()->getArguments(), args);
          for (Operation &inner : *op.getBody()) {
            Value operand = inner.getOperand(0);
            bool isDone = isa<CastOpInterface>(inner) &&
                          mapping.lookup(operand).getType() ==
                              inner.getResult(0).getType();
            if (isDone)
              mapping.map(inner.getResult(0), mapping.lookup(operand));
            else
              b.clone(inner, mapping);
          }
        });
    rewriter.replaceOp(op, result.getResults());
  }
};

} // namespace

void matrix::populateMixedContractionPatterns(RewritePatternSet &patterns) {
  patterns.add<WidenMixedOperands>(patterns.getContext());
}
