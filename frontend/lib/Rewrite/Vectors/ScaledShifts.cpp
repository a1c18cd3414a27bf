//===- ScaledShifts.cpp - shifts and scales by vectors --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches the chain in the body of a fused elementwise operation, from the last
// addition up; intermediate values must have one use, and all vectors one
// indexing map. The vectors are computed by an operation of their own. Its
// results replace two of the operands, so that the number of operands does not
// grow.
//
//===----------------------------------------------------------------------===//

#include "ScaledShifts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace {

/// Operands of the operation, of one indexing map.
struct Chain {
  Value x;
  OpOperand *mean = nullptr, *scale = nullptr, *gain = nullptr, *bias = nullptr;
};

struct FoldScaledShift : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumReductionLoops() > 0 || !op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not elementwise on tensors");
    for (auto sum : op.getBody()->getOps<arith::AddFOp>())
      if (std::optional<Chain> chain = match(op, sum)) {
        replace(op, sum, *chain, rewriter);
        return success();
      }
    return rewriter.notifyMatchFailure(op, "no shift and scale by vectors");
  }

private:
  /// Returns the vector that a value of the body is an element of, or null.
  static OpOperand *getVector(linalg::GenericOp op, Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != op.getBody() ||
        argument.getArgNumber() >= unsigned(op.getNumDpsInputs()))
      return nullptr;
    OpOperand *operand = op.getDpsInputOperand(argument.getArgNumber());
    AffineMap map = op.getMatchingIndexingMap(operand);
    auto type = dyn_cast<RankedTensorType>(operand->get().getType());
    return type && type.hasStaticShape() && type.getRank() > 0 &&
                   map.isProjectedPermutation() &&
                   map.getNumResults() < op.getNumLoops()
               ? operand
               : nullptr;
  }

  /// Returns the operand of an operation that is not a vector, and the vector;
  /// or null. Only the operation uses the former.
  template <typename Op>
  static Value split(linalg::GenericOp op, Value value, OpOperand *&vector) {
    auto binary = value.getDefiningOp<Op>();
    if (!binary || !value.getType().isF32())
      return {};
    vector = getVector(op, binary.getRhs());
    Value other = binary.getLhs();
    if (!vector && !std::is_same_v<Op, arith::SubFOp>) {
      vector = getVector(op, binary.getLhs());
      other = binary.getRhs();
    }
    return vector && !getVector(op, other) ? other : Value();
  }

  static std::optional<Chain> match(linalg::GenericOp op, arith::AddFOp sum) {
    Chain chain;
    auto hasOneUse = [](Value value) { return value && value.hasOneUse(); };
    Value scaled = split<arith::AddFOp>(op, sum.getResult(), chain.bias);
    Value first = hasOneUse(scaled)
                      ? split<arith::MulFOp>(op, scaled, chain.gain)
                      : Value();
    Value shifted = hasOneUse(first)
                        ? split<arith::MulFOp>(op, first, chain.scale)
                        : Value();
    chain.x = hasOneUse(shifted) ? split<arith::SubFOp>(op, shifted, chain.mean)
                                 : Value();
    if (!chain.x)
      return std::nullopt;
    AffineMap map = op.getMatchingIndexingMap(chain.mean);
    for (OpOperand *other : {chain.scale, chain.gain, chain.bias})
      if (op.getMatchingIndexingMap(other) != map ||
          other->get().getType() != chain.mean->get().getType())
        return std::nullopt;
    // They are replaced.
    for (OpOperand *operand : {chain.scale, chain.bias})
      if (!op.getMatchingBlockArgument(operand).hasOneUse())
        return std::nullopt;
    return chain;
  }

  /// Returns the factor and the shift of each element, which one operation
  /// computes.
  static ValueRange combine(const Chain &chain, Location loc,
                            PatternRewriter &rewriter) {
    auto type = cast<RankedTensorType>(chain.mean->get().getType());
    SmallVector<Value> inputs;
    for (OpOperand *operand : {chain.mean, chain.scale, chain.gain, chain.bias})
      inputs.push_back(operand->get());
    SmallVector<Value> outputs(
        2, tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                   type.getElementType()));
    SmallVector<AffineMap> maps(
        inputs.size() + outputs.size(),
        rewriter.getMultiDimIdentityMap(type.getRank()));
    SmallVector<utils::IteratorType> kinds(type.getRank(),
                                           utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               rewriter, loc, TypeRange{type, type}, inputs, outputs, maps,
               kinds,
               [&](OpBuilder &b, Location l, ValueRange args) {
                 Value factor = arith::MulFOp::create(b, l, args[1], args[2]);
                 Value moved = arith::MulFOp::create(b, l, args[0], factor);
                 Value shift = arith::SubFOp::create(b, l, args[3], moved);
                 linalg::YieldOp::create(b, l, ValueRange{factor, shift});
               })
        .getResults();
  }

  static void replace(linalg::GenericOp op, arith::AddFOp sum,
                      const Chain &chain, PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    rewriter.setInsertionPoint(op);
    ValueRange vectors = combine(chain, loc, rewriter);
    rewriter.setInsertionPoint(sum);
    rewriter.replaceOpWithNewOp<math::FmaOp>(
        sum, chain.x, op.getMatchingBlockArgument(chain.scale),
        op.getMatchingBlockArgument(chain.bias));
    rewriter.modifyOpInPlace(op, [&] {
      chain.scale->set(vectors[0]);
      chain.bias->set(vectors[1]);
    });
  }
};

} // namespace

void matrix::populateScaledShiftPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldScaledShift>(patterns.getContext());
}
