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
// the rewrites of this folder around them. Each group of patterns is complete
// before the next one starts; operands of windows are transposed last, because
// fusion folds transposes.
//
//===----------------------------------------------------------------------===//

#include "Access/FusionGroup.h"
#include "Constants/FoldConstants.h"
#include "FusionControl.h"
#include "InitialValues.h"
#include "Integers/NarrowSums.h"
#include "Integers/TruncatedSums.h"
#include "Integers/WideReductions.h"
#include "MixedContractions.h"
#include "Movement/ConcatenatedSlices.h"
#include "Operands/ScalarOperands.h"
#include "Operands/SeparateReductions.h"
#include "Slices/FilledInsertions.h"
#include "Slices/InterleavedSlices.h"
#include "Slices/SliceScaling.h"
#include "Softmax.h"
#include "Vectors/ScaledShifts.h"
#include "Vectors/SelectedExtrema.h"
#include "Windows/UnfoldedWindows.h"
#include "Windows/WideWindows.h"
#include "Windows/WindowOperands.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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

/// Returns whether the loop is that over the only output channel of a
/// convolution over several input channels. Without it, products of tiles have
/// no columns, and windows are no longer read in place.
static bool isSingleChannel(linalg::GenericOp op, unsigned loop) {
  if (!isContraction(op) || op.getNumDpsInputs() != 2 ||
      op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
    return false;
  AffineMap image = op.getIndexingMapsArray()[0],
            filter = op.getIndexingMapsArray()[1];
  if (image.isProjectedPermutation(/*allowZeroInResults=*/true))
    std::swap(image, filter);
  if (image.isProjectedPermutation(/*allowZeroInResults=*/true) ||
      image.isFunctionOfDim(loop) || !filter.isFunctionOfDim(loop))
    return false;
  return llvm::any_of(image.getResults(), [&](AffineExpr index) {
    auto dim = dyn_cast<AffineDimExpr>(index);
    return dim && op.getStaticLoopRanges()[dim.getPosition()] > 1 &&
           op.getIteratorTypesArray()[dim.getPosition()] ==
               utils::IteratorType::reduction;
  });
}

/// Returns the loops that upstream may drop: those of extent 1, reduced until
/// all indices are consistent, and all others. The latter are never dropped,
/// but an empty list would keep the unit dimensions of operands as well.
static SmallVector<unsigned> findDroppableLoops(linalg::GenericOp op) {
  SmallVector<int64_t> loops = op.getStaticLoopRanges();
  SmallVector<bool> dropped;
  for (auto [d, extent] : llvm::enumerate(loops))
    dropped.push_back(extent == 1 && !isSingleChannel(op, d));
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
    if (failed(transposeSlices()) || failed(generalize()) ||
        failed(combineInitialValues()) ||
        (dropsUnits && failed(dropUnitDims())))
      return signalPassFailure();
    if (dropsUnits && !isDisabled(getOperation(), Technique::Fusion))
      scaleInProducts(getOperation());
    if (failed(fuse()) || failed(foldVectors()) || failed(joinSlices()) ||
        failed(unifyOperands()) ||
        failed(transposeWindowOperands(getOperation()))) // fusion undoes it
      return signalPassFailure();
    widenWindowImages(getOperation()); // fusion undoes it, too
    numAfter += countLinalg();
  }

  unsigned countLinalg() {
    unsigned count = 0;
    getOperation().walk([&](linalg::LinalgOp) { ++count; });
    LDBG() << count << " Linalg operations in @" << getOperation().getSymName();
    return count;
  }

  LogicalResult transposeSlices() {
    const desc::VariantInfo &variant = getTarget(getOperation());
    if (!variant.dma || hasRowInstructions(variant))
      return success();
    RewritePatternSet patterns(&getContext());
    populateInterleavedSlicePatterns(patterns, variant);
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }

  LogicalResult generalize() {
    RewritePatternSet patterns(&getContext());
    populateSoftmaxPatterns(patterns);
    linalg::populateLinalgNamedOpsGeneralizationPatterns(patterns);
    populateNarrowSumPatterns(patterns);
    populateTruncatedSumPatterns(patterns);
    if (computesFusionGroups(getTarget(getOperation()))) {
      populateWideReductionPatterns(patterns);
      populateScalarOperandPatterns(patterns);
      populateSeparateReductionPatterns(patterns);
    }
    populateFilledInsertionPatterns(patterns);
    addCleanup(patterns);
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }

  /// Fills would be generalized again, without end.
  LogicalResult combineInitialValues() {
    RewritePatternSet patterns(&getContext());
    populateInitialValuePatterns(
        patterns, !isDisabled(getOperation(), Technique::Reassociation));
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
    linalg::ControlFusionFn control = [=](OpOperand *operand) {
      return mayFuse(operand, hasRows);
    };
    linalg::populateElementwiseOpsFusionPatterns(patterns, control);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, mayMoveReshape);
    if (computesFusionGroups(getTarget(getOperation())))
      populateUnfoldedWindowPatterns(patterns, control);
    addCleanup(patterns);
    return applyPatternsGreedily(
        getOperation(), std::move(patterns),
        GreedyRewriteConfig().setUseTopDownTraversal());
  }

  /// The operations on vectors are fused with those that compute them.
  LogicalResult foldVectors() {
    if (hasRowInstructions(getTarget(getOperation())) ||
        isDisabled(getOperation(), Technique::Reassociation))
      return success();
    RewritePatternSet patterns(&getContext());
    populateScaledShiftPatterns(patterns);
    bool isChanged = false;
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     GreedyRewriteConfig(), &isChanged)))
      return failure();
    return isChanged ? fuse() : success();
  }

  /// Row instructions read whole rows.
  LogicalResult joinSlices() {
    if (hasRowInstructions(getTarget(getOperation())) ||
        isDisabled(getOperation(), Technique::Fusion) ||
        !readConcatenatedSlices(getOperation()))
      return success();
    RewritePatternSet patterns(&getContext());
    addCleanup(patterns);
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }

  LogicalResult unifyOperands() {
    RewritePatternSet patterns(&getContext());
    populateMixedContractionPatterns(patterns);
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }

  template <class Dialect>
  void addCanonicalization(RewritePatternSet &patterns) {
    getContext().getOrLoadDialect<Dialect>()->getCanonicalizationPatterns(
        patterns);
  }

  void addCleanup(RewritePatternSet &patterns) {
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    populateConstantFoldingPatterns(patterns);
    if (!hasRowInstructions(getTarget(getOperation())))
      populateSelectedExtremumPatterns(patterns);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    linalg::FillOp::getCanonicalizationPatterns(patterns, &getContext());
    // Dynamic dimensions of known extent become static, also of operations of
    // which all operands are casts. Fusion creates empty tensors of them
    // otherwise, without end.
    addCanonicalization<linalg::LinalgDialect>(patterns);
    addCanonicalization<tensor::TensorDialect>(patterns);
    tensor::CastOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                         &getContext());
    tensor::EmptyOp::getCanonicalizationPatterns(patterns, &getContext());
  }
};

} // namespace
