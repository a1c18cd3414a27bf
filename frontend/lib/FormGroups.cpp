//===- FormGroups.cpp - what tiles can compute ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupBody.h"
#include "TileFit.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXFORMGROUPSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static bool canComputeTiles(const desc::VariantInfo &variant) {
  return variant.hasTiles() && variant.dma;
}

/// A fill that only says where accumulations start: it becomes no code.
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
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      if (!op->hasAttr(kTileAttrName))
        form(op);
    // Fills are inits or work of their own only once their users are known.
    for (linalg::LinalgOp op : ops)
      if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
          generic && isOnlyInit(generic))
        generic->setAttr(kTileAttrName, StringAttr::get(&getContext(), "init"));
  }

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
    op->emitRemark() << "'" << op->getName().getStringRef()
                     << "' compiles to scalar code: " << why;
  }

  LogicalResult mark(linalg::GenericOp root, linalg::GenericOp epilogue,
                     std::string &why) {
    const desc::VariantInfo &variant = getTarget(root);
    if (!canComputeTiles(variant)) {
      auto reason = root->getAttrOfType<StringAttr>(kScalarAttrName);
      why = reason ? reason.str() : "the target has no tile registers";
      return failure();
    }
    FailureOr<Group> group = getGroup(root, epilogue, why);
    if (failed(group))
      return failure();
    FailureOr<BlockPlan> plan = planBlocks(*group, variant, variant.cores, why);
    if (failed(plan) || failed(checkFit(*group, *plan, variant, why)))
      return failure();
    auto set = [&](linalg::GenericOp op, StringRef what) {
      op->setAttr(kTileAttrName, StringAttr::get(&getContext(), what));
    };
    set(root, stringify(group->kind));
    if (epilogue)
      set(epilogue, kEpilogue);
    return success();
  }
};

} // namespace
