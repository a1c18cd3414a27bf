//===- ScheduleTiles.cpp - the pass matrix-schedule-tiles -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders the instructions of each long sequence without loops and transfers. An
// attribute of the function makes LLVM's scheduler, which does not know that
// buffers are different, keep the order. Such functions are not inlined: the
// attribute would be lost.
//
//===----------------------------------------------------------------------===//

#include "Scheduling/TileOrder.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <string>

namespace matrix {
#define GEN_PASS_DEF_SCHEDULETILES
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Returns those of `all` that are instructions, or depend on one.
static SmallVector<Operation *> selectOrdered(ArrayRef<Operation *> all) {
  SmallVector<Operation *> ordered;
  llvm::SmallPtrSet<Operation *, 32> inside;
  for (Operation *op : all) {
    bool depends = llvm::any_of(op->getOperands(), [&](Value operand) {
      return inside.contains(operand.getDefiningOp());
    });
    if (!isTileOperation(op) && !depends)
      continue;
    ordered.push_back(op);
    inside.insert(op);
  }
  return ordered;
}

namespace {

struct ScheduleTiles : public matrix::impl::ScheduleTilesBase<ScheduleTiles> {
  using ScheduleTilesBase::ScheduleTilesBase;

  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    if (!variant.hasTiles())
      return markAllAnalysesPreserved();
    getOperation()->walk([&](Block *block) { orderBlock(*block, variant); });
  }

private:
  void orderBlock(Block &block, const desc::VariantInfo &variant) {
    SmallVector<Operation *> sequence;
    auto finish = [&] {
      if (llvm::count_if(sequence, isTileOperation) >= int64_t(fewest))
        orderSequence(sequence, variant);
      sequence.clear();
    };
    for (Operation &op : llvm::make_early_inc_range(block))
      if (isTileOperation(&op) ||
          (op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
           !op.hasTrait<OpTrait::IsTerminator>()))
        sequence.push_back(&op);
      else
        finish();
    finish();
  }

  /// Values that do not depend on tiles precede all instructions.
  void orderSequence(ArrayRef<Operation *> all,
                     const desc::VariantInfo &variant) {
    SmallVector<Operation *> sequence = selectOrdered(all);
    TileGraph graph(sequence, variant);
    Operation *last = all.back();
    for (unsigned number : orderTiles(graph, variant.tileRegisters)) {
      sequence[number]->moveAfter(last);
      last = sequence[number];
    }
    ++numOrdered;
    if (auto function =
            sequence.front()->getParentOfType<FunctionOpInterface>())
      keepOrder(function);
  }

  /// Conversion to LLVM hands these attributes on.
  void keepOrder(FunctionOpInterface function) const {
    Builder b(function.getContext());
    auto given = function->getAttrOfType<ArrayAttr>("passthrough");
    SmallVector<Attribute> attributes;
    if (given)
      llvm::append_range(attributes, given);
    auto add = [&](Attribute attribute) {
      if (!llvm::is_contained(attributes, attribute))
        attributes.push_back(attribute);
    };
    if (function.isPrivate())
      add(b.getStringAttr("noinline"));
    add(b.getStrArrayAttr({"matrix-ordered-tiles", std::to_string(fewest)}));
    function->setAttr("passthrough", b.getArrayAttr(attributes));
  }
};

} // namespace
