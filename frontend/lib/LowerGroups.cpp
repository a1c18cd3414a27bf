//===- LowerGroups.cpp - groups become loops over tiles ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DramBuffers.h"
#include "GroupLoops.h"
#include "TileFit.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXLOWERGROUPSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static StringRef getMark(Operation *op) {
  auto mark = op->getAttrOfType<StringAttr>(kTileAttrName);
  return mark ? mark.getValue() : StringRef();
}

namespace {

struct LowerGroups : matrix::impl::MatrixLowerGroupsPassBase<LowerGroups> {
  using MatrixLowerGroupsPassBase::MatrixLowerGroupsPassBase;

  void runOnOperation() override {
    SmallVector<linalg::GenericOp> marked;
    getOperation().walk([&](linalg::GenericOp op) {
      if (!getMark(op).empty())
        marked.push_back(op);
    });
    // Users first: then inits have lost their users when their turn comes.
    for (linalg::GenericOp op : llvm::reverse(marked)) {
      StringRef mark = getMark(op);
      if (mark == kEpilogue)
        continue;
      if (op->use_empty()) {
        op.erase();
        continue;
      }
      if (mark == "init") {
        op->removeAttr(kTileAttrName);
        continue;
      }
      if (failed(lower(op)))
        return signalPassFailure();
    }
  }

  LogicalResult lower(linalg::GenericOp root) {
    const desc::VariantInfo &variant = getTarget(root);
    int64_t count = cores > 0 ? int64_t(cores) : variant.cores;
    linalg::GenericOp epilogue = findEpilogue(root);
    if (epilogue && getMark(epilogue) != kEpilogue)
      epilogue = {};
    std::string why;
    FailureOr<Group> group = getGroup(root, epilogue, why);
    if (failed(group))
      return root.emitError("marked for tiles, but ") << why;
    FailureOr<BlockPlan> plan = planBlocks(*group, variant, count, why);
    if (failed(plan) || failed(checkFit(*group, *plan, variant, why)))
      return root.emitError("marked for tiles, but ") << why;
    emit(*group, *plan, variant, count);
    return success();
  }

  void emit(Group &group, const BlockPlan &plan,
            const desc::VariantInfo &variant, int64_t count) {
    linalg::GenericOp last = group.last();
    OpBuilder builder(last);
    Location loc = group.root.getLoc();
    GroupContext context(group, plan, variant);
    for (OperandBlock &block : context.loads)
      block.setMemory(getDramBuffer(builder, loc, block.getTensor()));
    SmallVector<Value> results;
    for (OperandBlock &block : context.stores) {
      results.push_back(allocateDram(builder, loc, block.getTensor()));
      block.setMemory(results.back());
    }
    emitGroupLoop(builder, loc, context, count);
    for (auto [old, memory] : llvm::zip_equal(last->getResults(), results))
      replaceByDram(builder, loc, old, memory);
    last.erase();
    if (group.epilogue)
      group.root.erase();
  }
};

} // namespace
