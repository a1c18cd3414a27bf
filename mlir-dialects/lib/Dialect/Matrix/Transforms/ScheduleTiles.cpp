//===- ScheduleTiles.cpp - the pass matrix-schedule-tiles -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders the instructions of each sequence without loops and transfers that is
// long, or marked by matrix.order_tiles. The mark, which long sequences receive
// here, makes LLVM's scheduler, which does not know that buffers are different,
// keep the order.
//
//===----------------------------------------------------------------------===//

#include "Scheduling/TileOrder.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

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
    Operation *mark = nullptr;
    auto finish = [&] {
      order(sequence, mark, variant);
      sequence.clear();
      mark = nullptr;
    };
    for (Operation &op : llvm::make_early_inc_range(block))
      if (isTileOperation(&op) ||
          (op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
           !op.hasTrait<OpTrait::IsTerminator>())) {
        sequence.push_back(&op);
      } else {
        finish();
        mark = isa<OrderTilesOp>(op) ? &op : nullptr;
      }
    finish();
  }

  /// A mark without instructions after it is removed. Marked sequences leave a
  /// register for a zero that is created before its product.
  void order(ArrayRef<Operation *> sequence, Operation *mark,
             const desc::VariantInfo &variant) {
    int64_t tiles = llvm::count_if(sequence, isTileOperation);
    int64_t registers = variant.tileRegisters;
    if (mark && tiles > 0)
      return orderSequence(sequence, variant, registers - 1);
    if (mark)
      mark->erase();
    if (tiles < int64_t(fewest))
      return;
    OpBuilder builder(sequence.front());
    OrderTilesOp::create(builder, sequence.front()->getLoc());
    orderSequence(sequence, variant, registers);
  }

  /// Values that do not depend on tiles precede all instructions.
  void orderSequence(ArrayRef<Operation *> all,
                     const desc::VariantInfo &variant, int64_t registers) {
    SmallVector<Operation *> sequence = selectOrdered(all);
    TileGraph graph(sequence, variant);
    Operation *last = all.back();
    for (unsigned number : orderTiles(graph, registers)) {
      sequence[number]->moveAfter(last);
      last = sequence[number];
    }
    ++numOrdered;
  }
};

} // namespace
