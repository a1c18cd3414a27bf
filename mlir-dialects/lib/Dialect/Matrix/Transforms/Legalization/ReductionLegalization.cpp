//===- ReductionLegalization.cpp - legalization of reductions -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites reductions that no instruction performs: minima as maxima of
// operands in reverse order, and NaN-ignoring reductions as NaN-propagating
// ones of operands without NaN. The order is reversed by an involution r, and
// min(x) = r(max(r(x))):
//
//   floats    r(x) = -x, as -0.0 - x
//   integers  r(x) = ~x = -x - 1, which has no overflow
//
// The result is reversed on the tiles to which it is broadcast, since a line
// has no register.
//
//===----------------------------------------------------------------------===//

#include "Legalization/Legalization.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace matrix;
using vector::CombiningKind;

namespace {

/// Rewrites a reduction of one dimension that starts from the neutral element.
struct LegalizeReduction : OpRewritePattern<vector::MultiDimReductionOp> {
  LegalizeReduction(MLIRContext *context, const InstructionSet &set)
      : OpRewritePattern(context), set(set) {}

  LogicalResult matchAndRewrite(vector::MultiDimReductionOp op,
                                PatternRewriter &b) const override {
    if (!set.isTile(op.getSource().getType()) || !isa<VectorType>(op.getType()))
      return b.notifyMatchFailure(op,
                                  "does not reduce one dimension of a tile");
    if (set.hasReduction(op))
      return b.notifyMatchFailure(op, "an instruction performs the reduction");
    Value result = rewrite(op, b);
    if (!result)
      return b.notifyMatchFailure(
          op, "no expansion for this kind, initial value or users");
    b.replaceOp(op, result);
    return success();
  }

private:
  Value rewrite(vector::MultiDimReductionOp op,
                PatternRewriter &rewriter) const {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    switch (op.getKind()) {
    case CombiningKind::MAXNUMF:
      return withoutNaN(op, CombiningKind::MAXIMUMF, -INFINITY, b);
    case CombiningKind::MINNUMF:
      return withoutNaN(op, CombiningKind::MINIMUMF, INFINITY, b);
    case CombiningKind::MINIMUMF:
      return reduceReversed(op, CombiningKind::MAXIMUMF, rewriter, b);
    case CombiningKind::MINSI:
      return reduceReversed(op, CombiningKind::MAXSI, rewriter, b);
    default:
      return {};
    }
  }

  static Value reduce(vector::MultiDimReductionOp op, CombiningKind kind,
                      Value source, Value acc, ImplicitLocOpBuilder &b) {
    return vector::MultiDimReductionOp::create(b, op.getType(), kind, source,
                                               acc, op.getReductionDims());
  }

  /// Replaces NaN by the neutral element. Upstream's accumulator is NaN or the
  /// neutral element.
  static Value withoutNaN(vector::MultiDimReductionOp op, CombiningKind kind,
                          double neutral, ImplicitLocOpBuilder &b) {
    auto start = dyn_cast_if_present<FloatAttr>(splatElement(op.getAcc()));
    if (!start || !(start.getValue().isNaN() || isNeutral(op.getAcc(), kind)))
      return {};
    auto type = cast<VectorType>(op.getSource().getType());
    Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO,
                                        op.getSource(), op.getSource());
    Value source = arith::SelectOp::create(
        b, isNaN, createSplat(b, type, neutral), op.getSource());
    Value acc = createSplat(b, cast<VectorType>(op.getType()), neutral);
    return reduce(op, kind, source, acc, b);
  }

  /// Reverses the order: -x for floats, the bitwise complement for integers.
  static Value reverseOrder(Value x, ImplicitLocOpBuilder &b) {
    auto type = cast<VectorType>(x.getType());
    if (isa<FloatType>(type.getElementType()))
      return arith::SubFOp::create(b, createSplat(b, type, -0.0), x);
    return arith::XOrIOp::create(b, x, createSplat(b, type, -1));
  }

  /// The result is reversed after its broadcast, on tiles.
  Value reduceReversed(vector::MultiDimReductionOp op, CombiningKind kind,
                       PatternRewriter &rewriter,
                       ImplicitLocOpBuilder &b) const {
    SmallVector<Operation *> tiles;
    if (!isNeutral(op.getAcc(), op.getKind()) || !findBroadcasts(op, tiles))
      return {};
    auto line = cast<VectorType>(op.getType());
    bool isFloat = isa<FloatType>(line.getElementType());
    Value acc = createSplat(b, line, isFloat ? -INFINITY : INT32_MIN);
    Value result = reduce(op, kind, reverseOrder(op.getSource(), b), acc, b);
    for (Operation *tile : tiles) {
      b.setInsertionPointAfter(tile);
      Value reversed = reverseOrder(tile->getResult(0), b);
      rewriter.replaceUsesWithIf(
          tile->getResult(0), reversed, [&](OpOperand &use) {
            return use.getOwner() != reversed.getDefiningOp();
          });
    }
    return result;
  }

  /// Collects the tiles that the line is broadcast to, possibly transposed.
  /// Returns false if it has other users.
  bool findBroadcasts(Operation *line,
                      SmallVectorImpl<Operation *> &tiles) const {
    SmallVector<Operation *> worklist(line->getUsers());
    while (!worklist.empty()) {
      Operation *user = worklist.pop_back_val();
      if (!isa<vector::BroadcastOp, vector::TransposeOp, vector::ShapeCastOp>(
              user))
        return false;
      auto transposes = [](Operation *next) {
        return isa<vector::TransposeOp>(next);
      };
      if (set.isTile(user->getResult(0).getType()) &&
          llvm::none_of(user->getUsers(), transposes))
        tiles.push_back(user);
      else
        llvm::append_range(worklist, user->getUsers());
    }
    return true;
  }

  const InstructionSet &set;
};

} // namespace

void matrix::populateReductionLegalization(RewritePatternSet &patterns,
                                           const InstructionSet &set) {
  patterns.add<LegalizeReduction>(patterns.getContext(), set);
}
