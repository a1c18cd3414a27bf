//===- TruncatedSums.cpp - sums of which the low bits are used ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body is cloned with results of 32 bits: extensions end there, constants
// lose their high bits. Users read the narrow result, and truncate the rest.
//
//===----------------------------------------------------------------------===//

#include "TruncatedSums.h"
#include "Rewrite/Conversions/ElementConversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

static constexpr unsigned kNarrowBits = 32;

static bool isWide(Type type) {
  return type.isInteger() && type.getIntOrFloatBitWidth() > kNarrowBits;
}

/// Returns whether low bits of the result are those of low bits of the
/// operands, or of an operand of few bits.
static bool hasLowBits(Operation &op, BlockArgument out) {
  if (op.hasTrait<OpTrait::ConstantLike>() ||
      isa<linalg::YieldOp, arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return llvm::all_of(op.getOperands(), [&](Value operand) {
      Operation *from = operand.getDefiningOp();
      return operand == out || (from && (from->getBlock() == op.getBlock() ||
                                         matchPattern(from, m_Constant())));
    });
  return isa<arith::ExtSIOp, arith::ExtUIOp>(op) &&
         !isWide(op.getOperand(0).getType());
}

/// Returns whether the operand is only truncated.
static bool isTruncated(OpOperand &use) {
  auto user = dyn_cast<linalg::GenericOp>(use.getOwner());
  if (!user || !user.hasPureTensorSemantics() || !user.isDpsInput(&use))
    return false;
  return llvm::all_of(
      user.getMatchingBlockArgument(&use).getUsers(), [](Operation *inner) {
        return isa<arith::TruncIOp>(inner) &&
               inner->getResult(0).getType().getIntOrFloatBitWidth() <=
                   kNarrowBits;
      });
}

static bool isNarrowable(linalg::GenericOp op) {
  if (op->getNumResults() != 1 || op.getNumReductionLoops() == 0 ||
      !op.hasPureTensorSemantics())
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  BlockArgument out = op.getBody()->getArguments().back();
  return type && type.hasStaticShape() && isWide(type.getElementType()) &&
         !op->use_empty() && llvm::all_of(op->getUses(), isTruncated) &&
         llvm::all_of(*op.getBody(),
                      [&](Operation &each) { return hasLowBits(each, out); });
}

namespace {

struct TruncatedSum : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    APInt initial;
    if (!isNarrowable(op))
      return failure();
    auto fill = op.getDpsInits().front().getDefiningOp<linalg::FillOp>();
    if (!fill || !matchPattern(fill.getInputs()[0], m_ConstantInt(&initial)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value sum = addUp(b, op, initial.trunc(kNarrowBits));
    SmallVector<OpOperand *> uses =
        llvm::to_vector(llvm::make_pointer_range(op->getUses()));
    for (OpOperand *use : uses)
      replaceOperand(rewriter, *use, sum);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static Value addUp(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                     const APInt &initial) {
    Type narrow = b.getIntegerType(kNarrowBits);
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value start =
        arith::ConstantOp::create(b, b.getIntegerAttr(narrow, initial));
    Value init = createFilled(b, type.getShape(), start);
    return linalg::GenericOp::create(
               b, type.clone(narrow), op.getDpsInputs(), init,
               op.getIndexingMapsArray(), op.getIteratorTypesArray(),
               [&](OpBuilder &inner, Location loc, ValueRange arguments) {
                 IRMapping mapping;
                 mapping.map(op.getBody()->getArguments(), arguments);
                 for (Operation &each : *op.getBody())
                   clone(inner, each, mapping);
               })
        .getResult(0);
  }

  /// Clones an operation of the body with a result of 32 bits, which may
  /// overflow where the original does not.
  static void clone(OpBuilder &b, Operation &op, IRMapping &mapping) {
    Type narrow = b.getIntegerType(kNarrowBits);
    for (Value operand : op.getOperands())
      truncateConstant(b, operand, mapping);
    if (isa<arith::ExtSIOp, arith::ExtUIOp>(op) &&
        op.getOperand(0).getType() == narrow) {
      mapping.map(op.getResult(0), mapping.lookupOrDefault(op.getOperand(0)));
      return;
    }
    Operation *copy = b.clone(op, mapping);
    for (Value result : copy->getResults())
      if (isWide(result.getType()) && !op.hasTrait<OpTrait::ConstantLike>())
        result.setType(narrow);
    if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(copy))
      copy->setAttr(flags.getIntegerOverflowAttrName(),
                    arith::IntegerOverflowFlagsAttr::get(
                        b.getContext(), arith::IntegerOverflowFlags::none));
  }

  /// Maps a constant, inside or outside of the body, to its low bits.
  static void truncateConstant(OpBuilder &b, Value operand,
                               IRMapping &mapping) {
    APInt value;
    if (!isWide(operand.getType()) ||
        !matchPattern(operand, m_ConstantInt(&value)))
      return;
    auto bits = b.getIntegerAttr(b.getIntegerType(kNarrowBits),
                                 value.trunc(kNarrowBits));
    mapping.map(operand, arith::ConstantOp::create(b, operand.getLoc(), bits));
  }

  static void replaceOperand(PatternRewriter &rewriter, OpOperand &use,
                             Value sum) {
    auto user = cast<linalg::GenericOp>(use.getOwner());
    BlockArgument argument = user.getMatchingBlockArgument(&use);
    rewriter.modifyOpInPlace(user, [&] {
      use.set(sum);
      argument.setType(getElementTypeOrSelf(sum.getType()));
    });
    for (Operation *truncation :
         llvm::make_early_inc_range(argument.getUsers()))
      if (truncation->getResult(0).getType() == argument.getType())
        rewriter.replaceOp(truncation, argument);
  }
};

} // namespace

void matrix::populateTruncatedSumPatterns(RewritePatternSet &patterns) {
  patterns.add<TruncatedSum>(patterns.getContext());
}
