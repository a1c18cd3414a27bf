//===- ContractionEmitter.cpp - steps of a contraction --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps of a contraction, and the loops over its register blocks and over the
// accumulators of one. If a result takes several steps, each step reloads and
// spills accumulators, and `finish` of the last step computes the epilogue;
// otherwise `finish` is the whole step. Bodies of all tiles of a register block
// precede their stores, because the scheduler moves no load above a store.
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"
#include "Plan/Blocks/BlockCost.h"
#include "Plan/Blocks/StepCost.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

StepParts ContractionEmitter::chooseParts(int64_t cores) const {
  ContractionRates rates(context.group, plan(), context.variant);
  return chooseStepParts(context.group, plan(), rates, context.variant, cores,
                         overlapsRegisterBlocks());
}

std::optional<TranspositionSchedule>
ContractionEmitter::scheduleTransposition() const {
  ContractionRates rates(context.group, plan(), context.variant);
  StepCost cost(context.group, plan(), rates, context.variant);
  if (!overlapsRegisterBlocks() || cost.getNarrowColumns())
    return std::nullopt;
  int64_t tiles = countDepthTiles(context.group, plan().spanOf(plan().depth),
                                  context.variant);
  return matrix::scheduleTransposition(context.group, plan(), context.variant,
                                       tiles - 1 - overlap);
}

void ContractionEmitter::allocate(ImplicitLocOpBuilder &builder) {
  if (!spillsAccumulators() || accumulatesInStores())
    return;
  int64_t rows = llvm::alignTo(plan().spanOf(plan().rows), registerBlockRows());
  int64_t cols = llvm::alignTo(plan().spanOf(plan().cols), registerBlockCols());
  spill.allocate(builder, rows, cols);
}

void ContractionEmitter::accumulate(ImplicitLocOpBuilder &builder,
                                    const BlockStep &step,
                                    const BufferViews &views) {
  if (!spillsAccumulators())
    return;
  if (overlapsRegisterBlocks())
    return accumulateOverlapped(builder, step, views);
  auto begin = scf::IfOp::create(builder, step.first,
                                 /*withElseRegion=*/false);
  ImplicitLocOpBuilder inside(builder.getLoc(), begin.getThenBodyBuilder());
  forEachRegisterBlock(
      inside, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
        spillAccumulators(b, views, getInitialAccumulators(b, views, position),
                          position);
      });
  Value depth = boundDepth(builder, step);
  if (peels)
    depth = arith::SelectOp::create(builder, step.last,
                                    getLastTileStart(builder, depth), depth);
  forEachRegisterBlock(
      builder, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
        SmallVector<Value> reloaded = reloadAccumulators(b, views, position);
        spillAccumulators(
            b, views,
            peels ? multiplyInOrder(b, depth, views, position, reloaded)
                  : multiply(b, depth, views, position, reloaded),
            position);
      });
}

void ContractionEmitter::finish(ImplicitLocOpBuilder &builder,
                                const BlockStep &step,
                                const BufferViews &views) {
  if (accumulatesInStores())
    return;
  ContractionRates rates(context.group, plan(), context.variant);
  StepCost cost(context.group, plan(), rates, context.variant);
  // Code between register blocks needs one loop over all of them.
  if (!cost.getNarrowColumns() || !overlapsRegisterBlocks() || step.between)
    return finishColumns(builder, step, views);
  columns.end = cost.getFirstNarrow();
  finishColumns(builder, step, views);
  columns.end.reset();
  BlockPlan narrow = plan();
  narrow.accumulatorCols = cost.getNarrowColumns();
  BlockStep others = step;
  others.afterReads = nullptr;
  FusionGroupContext own(context, narrow);
  ContractionEmitter(own, cost.getFirstNarrow())
      .finishColumns(builder, others, views);
}

Value ContractionEmitter::boundColumns(ImplicitLocOpBuilder &builder,
                                       const BlockStep &step) const {
  return columns.end ? IndexMath(builder).constant(*columns.end)
                     : bound(builder, step, plan().cols);
}

void ContractionEmitter::finishColumns(ImplicitLocOpBuilder &builder,
                                       const BlockStep &step,
                                       const BufferViews &views) {
  if (overlapsRegisterBlocks())
    return emitOverlapped(builder, step, views,
                          /*reloads=*/spillsAccumulators(), /*isLast=*/true,
                          countEpilogueTiles(builder, step),
                          [&](ImplicitLocOpBuilder &b, TilePosition tile,
                              ArrayRef<Value> columnBlocks) {
                            TileLists tiles =
                                computeLastBody(b, views, columnBlocks, tile,
                                                plan().columnBlocks);
                            return [&, tile, tiles](ImplicitLocOpBuilder &own) {
                              writeStores(own, views, tiles, tile);
                            };
                          });
  Value depth = boundDepth(builder, step);
  forEachOrdered(
      builder, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
        SmallVector<Value> result = getResult(b, depth, views, position);
        // Stores after all bodies, which the scheduler can then interleave.
        SmallVector<std::pair<TilePosition, TileLists>> computed;
        forEachTile(
            b, position, plan().columnBlocks,
            [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t first) {
              ArrayRef<Value> columnBlocks(result);
              computed.emplace_back(
                  tile,
                  computeLastBody(
                      b, views, columnBlocks.slice(first, plan().columnBlocks),
                      tile, plan().columnBlocks,
                      scaledSum ? scaledSum->result() : Value()));
            });
        for (auto &[tile, tiles] : computed)
          writeStores(b, views, tiles, tile);
      });
}

void ContractionEmitter::forEachRegisterBlock(
    ImplicitLocOpBuilder &builder, const BlockStep &step,
    function_ref<void(ImplicitLocOpBuilder &, TilePosition)> body,
    OrderedBlocks number) {
  Value rows = bound(builder, step, plan().rows);
  Value cols = boundColumns(builder, step);
  Value first = step.part.getFirst(builder);
  emitLoop(builder, first, rows, registerBlockRows() * number.rows, {},
           [&](ImplicitLocOpBuilder &b, Value row, ValueRange) {
             emitLoop(b, IndexMath(b).constant(columns.first), cols,
                      registerBlockCols() * number.cols, {},
                      [&](ImplicitLocOpBuilder &b, Value col, ValueRange) {
                        body(b, {row, col});
                        return SmallVector<Value>();
                      });
             return SmallVector<Value>();
           });
}

void ContractionEmitter::forEachTile(
    ImplicitLocOpBuilder &builder, TilePosition position, int64_t width,
    function_ref<void(ImplicitLocOpBuilder &, TilePosition, int64_t)> body) {
  IndexMath math(builder);
  for (int64_t r = 0; r < plan().accumulatorRows; ++r)
    for (int64_t c = 0; c < plan().accumulatorCols; c += width)
      body(builder,
           {math.add(position.row, r * tileRows()),
            math.add(position.col, c * columnBlockWidth())},
           r * plan().accumulatorCols + c);
}

std::unique_ptr<BlockEmitter>
matrix::createContractionEmitter(const FusionGroupContext &context) {
  return std::make_unique<ContractionEmitter>(context);
}
