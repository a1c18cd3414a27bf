//===- OrderedBlocks.cpp - sequences of register blocks -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short register blocks with an epilogue: several of them, with all tiles of
// depth, are one sequence of instructions without loops. It has a mark, by
// which matrix-schedule-tiles orders it: products of some register blocks are
// beside epilogues and stores of others. A sequence may compute tiles beyond
// the last row or column of a block that ends early; the buffers have them.
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"

using namespace mlir;
using namespace matrix;

OrderedBlocks ContractionEmitter::chooseOrdered(int64_t partRows) const {
  if (peels || scaledSum || spillsAccumulators() || columns.first > 0)
    return {};
  return matrix::chooseOrdered(context.group, plan(), epilogue,
                               getProductCycles(context.group, context.variant),
                               getBlockExtents(plan()), partRows,
                               context.variant);
}

/// Unrolls the loops after the operation in its block.
static void unrollLoopsAfter(Operation *mark) {
  SmallVector<scf::ForOp> loops;
  for (Operation &op : llvm::make_range(std::next(mark->getIterator()),
                                        mark->getBlock()->end()))
    op.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    (void)loopUnrollFull(loop);
}

void ContractionEmitter::forEachOrdered(
    ImplicitLocOpBuilder &builder, const BlockStep &step,
    function_ref<void(ImplicitLocOpBuilder &, TilePosition)> body) {
  OrderedBlocks number = chooseOrdered(step.part.first ? step.part.rows : 0);
  if (number.count() == 1)
    return forEachRegisterBlock(builder, step, body);
  forEachRegisterBlock(
      builder, step,
      [&](ImplicitLocOpBuilder &b, TilePosition first) {
        Operation *mark = OrderTilesOp::create(b);
        IndexMath math(b);
        for (int64_t r = 0; r < number.rows; ++r)
          for (int64_t c = 0; c < number.cols; ++c)
            body(b, {math.add(first.row, r * registerBlockRows()),
                     math.add(first.col, c * registerBlockCols())});
        unrollLoopsAfter(mark);
      },
      number);
}
