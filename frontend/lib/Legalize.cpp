//===- Legalize.cpp - Linalg on tensors in one form ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of the work is upstream's; what stands here is the order, and what may
// be fused into what.
//
//===----------------------------------------------------------------------===//

#include "FoldConstants.h"
#include "Group.h"
#include "MixedContractions.h"
#include "Softmax.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXLEGALIZEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// What is fused
//===----------------------------------------------------------------------===//

/// More tensors than this in one operation would leave each too small a block.
static constexpr int64_t kMaxOperands = 8;

/// Whether an operation only moves and widens elements, so that computing it
/// again costs nothing.
static bool isCheap(linalg::GenericOp op) {
  return llvm::all_of(op.getBody()->without_terminator(), [](Operation &body) {
    return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp,
               arith::ConstantOp>(body);
  });
}

static bool readsEachElementOnce(OpOperand *operand, linalg::GenericOp user) {
  return user.getMatchingIndexingMap(operand).getNumResults() ==
         user.getNumLoops();
}

/// Whether the operation does nothing but widen, for contractions only: then it
/// belongs to them, not to what comes before.
static bool widensForContractions(linalg::GenericOp op) {
  return isCheap(op) && !op.getBody()->without_terminator().empty() &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           auto generic = dyn_cast<linalg::GenericOp>(user);
           return generic && isContraction(generic);
         });
}

/// The element type before widening, if that is what produces the tensor.
static Type getSourceType(Value tensor) {
  auto producer = tensor.getDefiningOp<linalg::GenericOp>();
  bool widens =
      producer && isCheap(producer) && producer.getNumDpsInputs() == 1;
  return getElementTypeOrSelf(widens ? producer.getDpsInputs()[0] : tensor);
}

/// Instructions multiply tiles of one type.
static bool mayFuseIntoContraction(OpOperand *operand,
                                   linalg::GenericOp contraction) {
  Type source = getSourceType(operand->get());
  if (source == getElementTypeOrSelf(operand->get()))
    return true;
  return llvm::all_of(contraction.getDpsInputs(), [&](Value other) {
    return getSourceType(other) == source;
  });
}

/// Row memories hold what was rounded: widening waits for whoever wants it.
static bool widensRounded(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto user = dyn_cast<linalg::GenericOp>(operand->getOwner());
  return producer && user && !isCheap(producer) && isCheap(user) &&
         !user.getBody()->without_terminator().empty();
}

static bool mayFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto user = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !user)
    return false;
  bool contracts = isContraction(user);
  if (isCheap(producer))
    return !contracts || mayFuseIntoContraction(operand, user);
  if (contracts || widensForContractions(user) || !producer->hasOneUse() ||
      producer->getNumOperands() + user->getNumOperands() > kMaxOperands + 2)
    return false;
  // What a reduction reads only once may be computed on the way.
  return user.getNumReductionLoops() > 0
             ? user.getMatchingIndexingMap(operand).isPermutation()
             : readsEachElementOnce(operand, user);
}

/// Expanding a fused dimension is free: operands are addressed by strides. But
/// only values of operations are worth it, and not the constant shapes of
/// fills.
static bool mayMoveReshape(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  Operation *user = operand->getOwner();
  return isa_and_nonnull<linalg::GenericOp, tensor::CollapseShapeOp>(
             producer) &&
         isa<linalg::GenericOp, tensor::ExpandShapeOp>(user);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct Legalize : matrix::impl::MatrixLegalizePassBase<Legalize> {
  void runOnOperation() override {
    // Products for row memories have rows and columns, be it only one.
    bool dropsUnits = !hasRowInstructions(getTarget(getOperation()));
    if (failed(generalize()) || (dropsUnits && failed(dropUnitDims())) ||
        failed(fuse()) || failed(unifyOperands()))
      return signalPassFailure();
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
