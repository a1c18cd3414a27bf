//===- FormGroups.cpp - formation of fusion groups ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-form-groups. Each operation, first with and then without its
// elementwise consumer as an epilogue, is tested for selection on tiles and
// marked with its kind. Failures become remarks.
//
//===----------------------------------------------------------------------===//

#include "GroupBody.h"
#include "GroupKey.h"
#include "TileFit.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <map>

namespace matrix {
#define GEN_PASS_DEF_MATRIXFORMGROUPSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static bool canComputeTiles(const desc::VariantInfo &variant) {
  return variant.hasTiles() && variant.dma;
}

/// Returns whether the operation is a fill used only as an initial accumulator,
/// for which no code is emitted.
static bool isOnlyInit(linalg::GenericOp op) {
  TypedAttr constant;
  if (op.getNumReductionLoops() || op->getNumResults() != 1 ||
      !matchFill(op->getResult(0), constant))
    return false;
  return llvm::all_of(op->getResult(0).getUses(), [](OpOperand &use) {
    auto user = dyn_cast<linalg::GenericOp>(use.getOwner());
    return user && user->hasAttr(kTileAttrName) &&
           user.getNumReductionLoops() && user.isDpsInit(&use);
  });
}

namespace {

struct FormGroups : matrix::impl::MatrixFormGroupsPassBase<FormGroups> {
  using MatrixFormGroupsPassBase::MatrixFormGroupsPassBase;

  void runOnOperation() override {
    fits.clear();
    const desc::VariantInfo &variant = getTarget(getOperation());
    count = cores > 0 ? int64_t(cores) : variant.cores;
    if (canComputeTiles(variant))
      trial.emplace(&getContext(), variant, count);
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      if (!op->hasAttr(kTileAttrName))
        form(op);
    // Whether a fill is an init or a separate operation depends on its users.
    for (linalg::LinalgOp op : ops)
      if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
          generic && isOnlyInit(generic))
        generic->setAttr(kTileAttrName, StringAttr::get(&getContext(), "init"));
  }

private:
  void form(linalg::LinalgOp op) {
    std::string why = "not a generic operation on tensors";
    auto root = dyn_cast<linalg::GenericOp>(op.getOperation());
    if (root && root.hasPureTensorSemantics()) {
      linalg::GenericOp epilogue = findEpilogue(root);
      if (epilogue && succeeded(mark(root, epilogue, why)))
        return;
      if (succeeded(mark(root, {}, why)))
        return;
    }
    op->setAttr(kScalarAttrName, StringAttr::get(&getContext(), why));
    if (remarks)
      op->emitRemark() << "'" << op->getName().getStringRef()
                       << "' compiles to scalar code: " << why;
  }

  /// The kind of group that tiles can compute, or the reason of the failure.
  struct Fit {
    std::optional<GroupKind> kind;
    std::string why;
  };

  LogicalResult mark(linalg::GenericOp root, linalg::GenericOp epilogue,
                     std::string &why) {
    Fit fit = lookUp(root, epilogue);
    why = fit.why;
    if (!fit.kind)
      return failure();
    auto set = [&](linalg::GenericOp op, StringRef what) {
      op->setAttr(kTileAttrName, StringAttr::get(&getContext(), what));
    };
    set(root, stringify(*fit.kind));
    if (epilogue)
      set(epilogue, kEpilogue);
    return success();
  }

  int64_t count = 0;
  std::optional<TileTrial> trial;
  /// Structurally equal groups are tested once.
  Fit lookUp(linalg::GenericOp root, linalg::GenericOp epilogue) {
    std::optional<GroupKey> key = getGroupKey(root, epilogue);
    if (!key)
      return tryOut(root, epilogue);
    auto known = fits.find(*key);
    if (known == fits.end())
      known = fits.emplace(std::move(*key), tryOut(root, epilogue)).first;
    return known->second;
  }

  Fit tryOut(linalg::GenericOp root, linalg::GenericOp epilogue) {
    const desc::VariantInfo &variant = getTarget(root);
    if (!canComputeTiles(variant)) {
      auto reason = root->getAttrOfType<StringAttr>(kScalarAttrName);
      return {std::nullopt,
              reason ? reason.str() : "the target has no tile registers"};
    }
    Fit fit;
    FailureOr<Group> group = getGroup(root, epilogue, fit.why);
    if (failed(group))
      return fit;
    FailureOr<BlockPlan> plan = planBlocks(*group, variant, count, fit.why);
    if (succeeded(plan) &&
        succeeded(checkFit(*group, *plan, variant, *trial, fit.why)))
      fit.kind = group->kind;
    return fit;
  }

  std::map<GroupKey, Fit> fits;
};

} // namespace
