//===- Legalize.cpp - normalization of Linalg on tensors ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-legalize. It orders upstream's rewrites (generalization,
// removal of unit dimensions, propagation of reshapes, elementwise fusion) and
// controls which operations are fused.
//
//===----------------------------------------------------------------------===//

#include "Access/FusionGroup.h"
#include "FoldConstants.h"
#include "MixedContractions.h"
#include "Softmax.h"
#include "WindowOperands.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-legalize"

namespace matrix {
#define GEN_PASS_DEF_MATRIXLEGALIZEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Fusion control
//===----------------------------------------------------------------------===//

/// With more operands per operation, the blocks of each would be too small.
static constexpr int64_t kMaxOperands = 8;

/// Fusion clones both bodies; without a bound, a chain of n operations would
/// take n^2 steps.
static constexpr size_t kMaxBody = 256;

static bool isBodyTooLong(linalg::GenericOp producer, linalg::GenericOp user) {
  return producer.getBody()->getOperations().size() +
             user.getBody()->getOperations().size() >
         kMaxBody;
}

/// Returns whether the operation only moves and widens elements, so that it can
/// be recomputed at no cost.
static bool isFreeToRecompute(linalg::GenericOp op) {
  return llvm::all_of(op.getBody()->without_terminator(), [](Operation &body) {
    return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp,
               arith::ConstantOp>(body);
  });
}

static bool readsEachElementOnce(OpOperand *operand, linalg::GenericOp user) {
  return user.getMatchingIndexingMap(operand).getNumResults() ==
         user.getNumLoops();
}

/// Returns whether the operation only widens the operands of contractions. It
/// is then fused with these rather than with its producer.
static bool widensForContractions(linalg::GenericOp op) {
  return isFreeToRecompute(op) && !op.getBody()->without_terminator().empty() &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           auto generic = dyn_cast<linalg::GenericOp>(user);
           return generic && isContraction(generic);
         });
}

/// Returns the element type before widening, if the producer widens.
static Type getSourceType(Value tensor) {
  auto producer = tensor.getDefiningOp<linalg::GenericOp>();
  bool widens = producer && isFreeToRecompute(producer) &&
                producer.getNumDpsInputs() == 1;
  return getElementTypeOrSelf(widens ? producer.getDpsInputs()[0] : tensor);
}

/// Contraction instructions take operands of one type.
static bool mayFuseIntoContraction(OpOperand *operand,
                                   linalg::GenericOp contraction) {
  Type source = getSourceType(operand->get());
  if (source == getElementTypeOrSelf(operand->get()))
    return true;
  return llvm::all_of(contraction.getDpsInputs(), [&](Value other) {
    return getSourceType(other) == source;
  });
}

/// Row memories hold rounded values, so widening is fused with the consumer.
static bool widensRounded(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto user = dyn_cast<linalg::GenericOp>(operand->getOwner());
  return producer && user && !isFreeToRecompute(producer) &&
         isFreeToRecompute(user) &&
         !user.getBody()->without_terminator().empty();
}

static bool mayFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto user = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !user)
    return false;
  if (isDisabled(user, Technique::Fusion) && !isFreeToRecompute(producer))
    return false;
  bool contracts = isContraction(user);
  if (isFreeToRecompute(producer))
    return !contracts || mayFuseIntoContraction(operand, user);
  if (contracts || widensForContractions(user) || !producer->hasOneUse() ||
      isBodyTooLong(producer, user) ||
      producer->getNumOperands() + user->getNumOperands() > kMaxOperands + 2)
    return false;
  // A producer is fused with a reduction that reads each of its elements once.
  return user.getNumReductionLoops() > 0
             ? user.getMatchingIndexingMap(operand).isPermutation()
             : readsEachElementOnce(operand, user);
}

/// Returns whether the reshape splits or fuses dimensions other than those of
/// extent 1. Moving other reshapes has no benefit and does not terminate:
/// operations with two consumers would acquire unit dimensions from each in
/// turn.
template <typename Reshape>
static bool changesExtents(Reshape reshape, ArrayRef<int64_t> expanded) {
  return llvm::any_of(reshape.getReassociationIndices(),
                      [&](ReassociationIndicesRef group) {
                        return llvm::count_if(group, [&](int64_t dim) {
                                 return expanded[dim] != 1;
                               }) > 1;
                      });
}

/// Expanding a fused dimension is free, because operands are addressed by
/// strides. It is done for results of operations only, not for the constant
/// shapes of fills.
static bool mayMoveReshape(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(operand->getOwner()))
    return isa_and_nonnull<linalg::GenericOp, tensor::CollapseShapeOp>(
               producer) &&
           changesExtents(expand, expand.getResultType().getShape());
  auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(producer);
  return isa<linalg::GenericOp>(operand->getOwner()) &&
         (isa_and_nonnull<linalg::GenericOp>(producer) ||
          (collapse &&
           changesExtents(collapse, collapse.getSrcType().getShape())));
}

//===----------------------------------------------------------------------===//
// Loops of extent 1
//===----------------------------------------------------------------------===//

/// Returns whether the extents of all loops remain inferable from the operand's
/// dimension if the loops in `dropped` are replaced by 0 in `index`. A window
/// index `2 * d0 + d1` would become `d1`, whose extent is that of the image and
/// not that of the window.
static bool keepsExtents(AffineExpr index, int64_t extent,
                         ArrayRef<int64_t> loops, ArrayRef<bool> dropped) {
  if (isa<AffineDimExpr, AffineConstantExpr>(index))
    return true;
  SmallVector<AffineExpr> replacements;
  for (auto [d, isDropped] : llvm::enumerate(dropped))
    replacements.push_back(isDropped
                               ? getAffineConstantExpr(0, index.getContext())
                               : getAffineDimExpr(d, index.getContext()));
  AffineExpr left = index.replaceDims(replacements);
  if (auto loop = dyn_cast<AffineDimExpr>(left))
    return loops[loop.getPosition()] == extent;
  return !isa<AffineConstantExpr>(left) || extent == 1;
}

/// Returns the loops that upstream may drop: those of extent 1, reduced until
/// all indices are consistent, and all others. The latter are never dropped,
/// but an empty list would keep the unit dimensions of operands as well.
static SmallVector<unsigned> findDroppableLoops(linalg::GenericOp op) {
  SmallVector<int64_t> loops = op.getStaticLoopRanges();
  SmallVector<bool> dropped;
  for (int64_t extent : loops)
    dropped.push_back(extent == 1);
  for (bool isStable = false; !isStable;) {
    isStable = true;
    for (OpOperand &operand : op->getOpOperands())
      for (auto [index, extent] :
           llvm::zip_equal(op.getMatchingIndexingMap(&operand).getResults(),
                           op.getShape(&operand))) {
        if (keepsExtents(index, extent, loops, dropped))
          continue;
        index.walk([&](AffineExpr part) {
          if (auto loop = dyn_cast<AffineDimExpr>(part))
            isStable &= !std::exchange(dropped[loop.getPosition()], false);
        });
      }
  }
  SmallVector<unsigned> result;
  for (auto [d, isDropped] : llvm::enumerate(dropped))
    if (isDropped || loops[d] != 1)
      result.push_back(d);
  return result;
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct Legalize : matrix::impl::MatrixLegalizePassBase<Legalize> {
  void runOnOperation() override {
    // Row instructions multiply matrices, so unit dimensions are kept.
    bool dropsUnits = !hasRowInstructions(getTarget(getOperation()));
    numBefore += countLinalg();
    if (failed(generalize()) || (dropsUnits && failed(dropUnitDims())) ||
        failed(fuse()) || failed(unifyOperands()) ||
        failed(transposeWindowOperands(getOperation()))) // fusion undoes it
      return signalPassFailure();
    numAfter += countLinalg();
  }

  unsigned countLinalg() {
    unsigned count = 0;
    getOperation().walk([&](linalg::LinalgOp) { ++count; });
    LDBG() << count << " Linalg operations in @" << getOperation().getSymName();
    return count;
  }

  LogicalResult generalize() {
    RewritePatternSet patterns(&getContext());
    populateSoftmaxPatterns(patterns);
    linalg::populateLinalgNamedOpsGeneralizationPatterns(patterns);
    addCleanup(patterns);
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }

  LogicalResult dropUnitDims() {
    linalg::ControlDropUnitDims options;
    options.controlFn = [all = options.controlFn](Operation *op) {
      auto generic = dyn_cast<linalg::GenericOp>(op);
      return generic ? findDroppableLoops(generic) : all(op);
    };
    RewritePatternSet patterns(&getContext());
    linalg::populateFoldUnitExtentDimsPatterns(patterns, options);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    RewritePatternSet cleanup(&getContext());
    linalg::populateFoldUnitExtentDimsCanonicalizationPatterns(cleanup,
                                                               options);
    addCleanup(cleanup);
    return applyPatternsGreedily(getOperation(), std::move(cleanup));
  }

  LogicalResult fuse() {
    RewritePatternSet patterns(&getContext());
    bool hasRows = hasRowInstructions(getTarget(getOperation()));
    linalg::populateElementwiseOpsFusionPatterns(
        patterns, [=](OpOperand *operand) {
          return mayFuse(operand) && !(hasRows && widensRounded(operand));
        });
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, mayMoveReshape);
    addCleanup(patterns);
    return applyPatternsGreedily(
        getOperation(), std::move(patterns),
        GreedyRewriteConfig().setUseTopDownTraversal());
  }

  LogicalResult unifyOperands() {
    RewritePatternSet patterns(&getContext());
    populateMixedContractionPatterns(patterns);
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }

  void addCleanup(RewritePatternSet &patterns) {
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    populateConstantFoldingPatterns(patterns);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    linalg::FillOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                         &getContext());
    tensor::EmptyOp::getCanonicalizationPatterns(patterns, &getContext());
  }
};

} // namespace
