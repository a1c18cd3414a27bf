//===- FormFusionGroups.cpp - formation of fusion groups ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-form-fusion-groups. Each operation, first with and then
// without its elementwise consumer as an epilogue, is tested for selection on
// tiles and marked with its kind and the plan that the test found. Failures
// become remarks.
//
//===----------------------------------------------------------------------===//

#include "Access/BodyMatchers.h"
#include "Feasibility/DividedReduction.h"
#include "Feasibility/MoveSelection.h"
#include "Feasibility/TileFeasibility.h"
#include "FusionGroupKey.h"
#include "Movement/Copies/StagedCopy.h"
#include "Plan/Groups/Blocking.h"
#include "Plan/Groups/PlanAttributes.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/DebugLog.h"
#include <map>

#define DEBUG_TYPE "matrix-form-fusion-groups"

namespace matrix {
#define GEN_PASS_DEF_MATRIXFORMFUSIONGROUPSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Returns whether the operation is a fill used only as an initial accumulator,
/// for which no code is emitted.
static bool isOnlyInit(linalg::GenericOp op) {
  TypedAttr constant;
  if (op.getNumReductionLoops() || op->getNumResults() != 1 ||
      !matchFill(op->getResult(0), constant))
    return false;
  return llvm::all_of(op->getResult(0).getUses(), [](OpOperand &use) {
    auto user = dyn_cast<linalg::GenericOp>(use.getOwner());
    return user && user->hasAttr(kFusionGroupAttrName) &&
           user.getNumReductionLoops() && user.isDpsInit(&use);
  });
}

namespace {

struct FormFusionGroups
    : matrix::impl::MatrixFormFusionGroupsPassBase<FormFusionGroups> {
  using MatrixFormFusionGroupsPassBase::MatrixFormFusionGroupsPassBase;

  void runOnOperation() override {
    known.clear();
    const desc::VariantInfo &variant = getTarget(getOperation());
    count = cores > 0 ? int64_t(cores) : variant.cores;
    if (hasTiles())
      trial.emplace(&getContext(), variant, count);
    if (hasTiles() && !isDisabled(getOperation(), Technique::Fusion))
      separateMoves();
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      if (!op->hasAttr(kFusionGroupAttrName))
        formGroup(op);
    // Whether a fill is an init or a separate operation depends on its users.
    getOperation().walk([&](linalg::GenericOp op) {
      if (isOnlyInit(op))
        op->setAttr(kFusionGroupAttrName,
                    StringAttr::get(&getContext(), kInit));
    });
  }

private:
  bool hasTiles() {
    return computesFusionGroups(getTarget(getOperation())) &&
           !isDisabled(getOperation(), Technique::Tiles);
  }

  void formGroup(linalg::LinalgOp op) {
    MatchFailureRecorder failures;
    failures.notifyMatchFailure(op) << "not a generic operation on tensors";
    auto root = dyn_cast<linalg::GenericOp>(op.getOperation());
    if (root && root.hasPureTensorSemantics()) {
      if (isShorterAsCopy(root))
        return;
      linalg::GenericOp epilogue = findEpilogue(root);
      if (epilogue && !isDisabled(root, Technique::Fusion) &&
          !isCheaperApart(root, epilogue) &&
          succeeded(mark(root, epilogue, failures)))
        return;
      if (succeeded(mark(root, {}, failures)))
        return;
      SmallVector<linalg::LinalgOp> parts = divideReduction(root, count);
      for (linalg::LinalgOp part : parts)
        formGroup(part);
      if (!parts.empty())
        return;
    }
    ++numScalar;
    LDBG() << "scalar code: " << *op << ": " << failures.message();
    op->setAttr(kScalarReasonAttrName,
                StringAttr::get(&getContext(), failures.message()));
    if (remarks)
      op->emitRemark() << "'" << op->getName().getStringRef()
                       << "' compiles to scalar code: " << failures.message();
  }

  /// The kind of group that tiles can compute, with its plan and predicted
  /// cycles, or the reason of the failure.
  struct Feasibility {
    std::optional<FusionGroupKind> kind;
    std::string reason;
    std::optional<PlanCost> cost;
    PlanAttr plan;
  };

  void separateMoves() {
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    auto predict = [&](linalg::GenericOp root, linalg::GenericOp epilogue) {
      std::optional<PlanCost> cost = lookUpFeasibility(root, epilogue).cost;
      return cost ? cost->predicted : HUGE_VAL;
    };
    unsigned numMoves = 0;
    MoveSelection selection(getTarget(getOperation()), count, predict);
    for (linalg::GenericOp op : ops)
      numMoves += selection.select(op);
    LDBG() << numMoves << " moves apart from the operations that compute";
  }

  /// Returns whether an operation that moves elements takes fewer cycles by DMA
  /// transfers than by tiles.
  bool isShorterAsCopy(linalg::GenericOp op) {
    std::optional<double> copy =
        predictStagedMove(op, getTarget(getOperation()), count);
    if (!copy)
      return false;
    std::optional<PlanCost> tiles = lookUpFeasibility(op, {}).cost;
    return tiles && *copy < tiles->predicted;
  }

  /// Returns whether an epilogue that makes other elements adjacent than the
  /// root takes longer as a part of its group than after it. Windows, for
  /// example, are combined in the order of the image.
  bool isCheaperApart(linalg::GenericOp root, linalg::GenericOp epilogue) {
    if (hasWindows(root) && readsTransposed(epilogue))
      return true;
    if (!permutesLast(root, epilogue))
      return false;
    std::optional<PlanCost> fused = lookUpFeasibility(root, epilogue).cost,
                            first = lookUpFeasibility(root, {}).cost,
                            second = lookUpFeasibility(epilogue, {}).cost;
    return fused && first && second &&
           first->predicted + second->predicted < fused->predicted;
  }

  /// Returns whether an index is a sum of loops, as those of windows are.
  static bool hasWindows(linalg::GenericOp root) {
    return llvm::any_of(root.getIndexingMapsArray(), [](AffineMap map) {
      return !map.isProjectedPermutation(/*allowZeroInResults=*/true);
    });
  }

  /// Returns whether an operand has other elements adjacent than the result, so
  /// that its tiles would be assembled from single elements.
  static bool readsTransposed(linalg::GenericOp epilogue) {
    AffineMap written =
        epilogue.getMatchingIndexingMap(epilogue.getDpsInitOperand(0));
    return llvm::any_of(epilogue.getDpsInputOperands(), [&](OpOperand *use) {
      AffineMap read = epilogue.getMatchingIndexingMap(use);
      return read.getNumResults() > 1 && written.getNumResults() > 0 &&
             llvm::is_contained(read.getResults(),
                                written.getResults().back()) &&
             read.getResults().back() != written.getResults().back();
    });
  }

  static bool permutesLast(linalg::GenericOp root, linalg::GenericOp epilogue) {
    auto getLast = [](AffineMap map) {
      return map.getNumResults() ? map.getResults().back() : AffineExpr();
    };
    AffineExpr written =
        getLast(epilogue.getMatchingIndexingMap(epilogue.getDpsInitOperand(0)));
    return llvm::any_of(epilogue->getOpOperands(), [&](OpOperand &use) {
      return use.get() == root->getResult(0) &&
             getLast(epilogue.getMatchingIndexingMap(&use)) != written;
    });
  }

  LogicalResult mark(linalg::GenericOp root, linalg::GenericOp epilogue,
                     MatchFailureRecorder &failures) {
    Feasibility feasibility = lookUpFeasibility(root, epilogue);
    if (!feasibility.kind)
      return failures.notifyMatchFailure(root) << feasibility.reason;
    auto set = [&](linalg::GenericOp op, StringRef what) {
      op->setAttr(kFusionGroupAttrName, StringAttr::get(&getContext(), what));
    };
    set(root, stringify(*feasibility.kind));
    root->setAttr(PlanAttr::kAttrName, feasibility.plan);
    ++numGroups;
    if (epilogue) {
      ++numEpilogues;
      set(epilogue, kEpilogue);
      setRoot(epilogue, root);
    }
    return success();
  }

  /// An operation that is the epilogue of two roots belongs to the later one.
  /// The plan of the earlier root included it.
  static void setRoot(linalg::GenericOp epilogue, linalg::GenericOp root) {
    if (auto operand =
            epilogue->getAttrOfType<IntegerAttr>(kEpilogueOperandAttrName))
      epilogue->getOperand(operand.getInt())
          .getDefiningOp()
          ->removeAttr(PlanAttr::kAttrName);
    auto isOfRoot = [&](OpOperand &use) {
      return use.get() == root->getResult(0);
    };
    int64_t number =
        llvm::find_if(epilogue->getOpOperands(), isOfRoot)->getOperandNumber();
    epilogue->setAttr(kEpilogueOperandAttrName,
                      Builder(root.getContext()).getI64IntegerAttr(number));
  }

  int64_t count = 0;
  std::optional<TileTrialSelection> trial;
  /// Structurally equal groups are tested once.
  Feasibility lookUpFeasibility(linalg::GenericOp root,
                                linalg::GenericOp epilogue) {
    std::optional<FusionGroupKey> key = getFusionGroupKey(root, epilogue);
    if (!key)
      return computeFeasibility(root, epilogue);
    auto entry = known.find(*key);
    if (entry == known.end())
      entry = known.emplace(std::move(*key), computeFeasibility(root, epilogue))
                  .first;
    return entry->second;
  }

  Feasibility computeFeasibility(linalg::GenericOp root,
                                 linalg::GenericOp epilogue) {
    const desc::VariantInfo &variant = getTarget(root);
    if (!hasTiles()) {
      auto recorded = root->getAttrOfType<StringAttr>(kScalarReasonAttrName);
      if (isDisabled(root, Technique::Tiles))
        return {std::nullopt, "tiles are disabled", {}, {}};
      return {std::nullopt,
              recorded ? recorded.str() : "the target has no tile registers",
              {},
              {}};
    }
    ++numTests;
    MatchFailureRecorder failures;
    FailureOr<FusionGroup> group = getFusionGroup(root, epilogue, failures);
    if (failed(group))
      return {std::nullopt, failures.message(), {}, {}};
    FailureOr<PlanCandidate> best =
        planBlocks(*group, variant, count, failures);
    if (failed(best) ||
        failed(checkFeasibility(*group, best->plan, variant, *trial, failures)))
      return {std::nullopt, failures.message(), {}, {}};
    return {group->kind, "", best->cost, getPlanAttr(*group, *best, count)};
  }

  std::map<FusionGroupKey, Feasibility> known;
};

} // namespace
