//===- ElementwiseEmitter.cpp - tile code of elementwise groups -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a loop over the tiles of a block that evaluates the body on column
// blocks, or on whole narrow tiles if that is cheaper. Rows of few tiles are
// emitted without loops (ShortRows.h), rows of constant length as a software
// pipeline (ColumnPipeline.h), and others as an unrolled loop. In each form
// loads precede computations by some tiles, because a tile waits for its load
// otherwise.
//
//===----------------------------------------------------------------------===//

#include "ColumnPipeline.h"
#include "ShortRows.h"
#include "WholeTileArithmetic.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ElementwiseEmitter : BlockEmitter {
  explicit ElementwiseEmitter(const FusionGroupContext &context)
      : BlockEmitter(context),
        wholeTiles(llvm::none_of(context.loads,
                                 [](const OperandBlock &block) {
                                   return block.getLayout() ==
                                          OperandBlock::Layout::Replicated;
                                 }) &&
                   computesWholeTiles(context)) {}

  void finish(ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &views) override {
    Value rows = bound(builder, step, context.plan.rows);
    Value cols = bound(builder, step, context.plan.cols);
    Value first = step.part.getFirst(builder);
    int64_t number = wholeTiles ? 0 : countSideBySide(step, cols);
    emitRowLoop(builder, first, rows, tileRows(), std::max<int64_t>(number, 1),
                [&](ImplicitLocOpBuilder &b, Value row, int64_t n) {
                  if (wholeTiles)
                    emitLoop(b, cols, iterationCols(),
                             [&](ImplicitLocOpBuilder &b, Value col) {
                               emitWholeTiles(b, views, {row, col});
                             });
                  else if (number)
                    emitShortRows(b, views, row, n, cols);
                  else
                    emitRow(b, views, row, cols);
                });
  }

private:
  /// Without columns, one column block is valid.
  int64_t columnBlocks() const {
    return context.plan.cols < 0 ? 1 : context.plan.columnBlocks;
  }

  /// Returns the iterations over columns; none if they are not known.
  std::optional<int64_t> countIterations(Value cols) const {
    std::optional<int64_t> end = getConstantIntValue(cols);
    return end ? std::optional(llvm::divideCeil(*end, iterationCols()))
               : std::nullopt;
  }

  /// Returns the rows of tiles that are computed side by side; 0: they are too
  /// long.
  int64_t countSideBySide(const BlockStep &step, Value cols) const {
    std::optional<int64_t> tiles = countIterations(cols);
    int64_t rows = llvm::divideCeil(
        step.part.countRows(context.plan.blockOf(context.plan.rows)),
        tileRows());
    return tiles ? ShortRows::countSideBySide(*tiles, rows,
                                              context.variant.tileRegisters)
                 : 0;
  }

  /// Tiles in flight are limited by the registers.
  void emitShortRows(ImplicitLocOpBuilder &b, const BufferViews &views,
                     Value firstRow, int64_t number, Value cols) const {
    IndexMath math(b);
    unsigned numLoads = context.loads.size();
    int64_t tilesOfRow = *countIterations(cols);
    std::vector<BufferViews> rows;
    SmallVector<TileLists> loaded, computed;
    auto getPosition = [&](int64_t i) {
      return TilePosition{math.add(firstRow, i / tilesOfRow * tileRows()),
                          math.constant(i % tilesOfRow * iterationCols())};
    };
    auto load = [&](int64_t i) {
      TilePosition position = getPosition(i);
      if (i % tilesOfRow == 0)
        rows.push_back(readInvariant(b, views, position.row, numLoads));
      loaded.push_back(
          readLoads(b, rows.back(), numLoads, position, columnBlocks()));
    };
    auto compute = [&](int64_t i) {
      BufferViews own = rows[i / tilesOfRow];
      own.tiles = loaded[i];
      computed.push_back(
          computeLastBody(b, own, {}, getPosition(i), columnBlocks()));
    };
    auto store = [&](int64_t i) {
      writeStores(b, views, computed[i], getPosition(i));
    };
    constexpr int64_t kDistance = 2;
    ShortRows{tilesOfRow, kDistance, kDistance, load, compute, store}.emit(
        number);
  }

  void emitRow(ImplicitLocOpBuilder &builder, const BufferViews &outer,
               Value row, Value cols) const {
    unsigned numLoads = context.loads.size();
    BufferViews views = readInvariant(builder, outer, row, numLoads);
    int64_t factor = unrollFactor(context.plan.cols, numLoads,
                                  /*others=*/int64_t(context.stores.size()));
    if (emitPipeline(builder, views, row, cols, factor))
      return;
    emitUnrolledLoop(
        builder, cols, iterationCols(), factor, {},
        [&](ImplicitLocOpBuilder &b, Value col, int64_t number, ValueRange) {
          emitLastBody(b, views, {}, {row, col}, number * columnBlocks());
          return SmallVector<Value>();
        });
  }

  /// Returns false if the columns are too few, or not known.
  bool emitPipeline(ImplicitLocOpBuilder &builder, const BufferViews &views,
                    Value row, Value cols, int64_t factor) const {
    std::optional<int64_t> end = getConstantIntValue(cols);
    if (!end || context.plan.cols < 0)
      return false;
    auto load = [&](ImplicitLocOpBuilder &b, Value col) {
      return readLoads(b, views, context.loads.size(), {row, col},
                       context.plan.columnBlocks);
    };
    auto compute = [&](ImplicitLocOpBuilder &b, Value col,
                       const TileLists &loaded, ColumnPipeline::Values &) {
      BufferViews own = views;
      own.tiles = loaded;
      return computeLastBody(b, own, {}, {row, col}, context.plan.columnBlocks);
    };
    auto store = [&](ImplicitLocOpBuilder &b, Value col,
                     const TileLists &tiles) {
      writeStores(b, views, tiles, {row, col});
    };
    SmallVector<ColumnPipeline::Values> none(factor);
    return ColumnPipeline{iterationCols(), factor, load, compute, store}.emit(
        builder, llvm::divideCeil(*end, iterationCols()), none);
  }

  void emitWholeTiles(ImplicitLocOpBuilder &builder, const BufferViews &views,
                      TilePosition position) const {
    WholeTileArithmetic arithmetic(builder, context.variant);
    const FusionGroup &group = context.group;
    for (auto [i, input] : llvm::enumerate(group.inputs))
      arithmetic.set(input.argument,
                     context.input(i).read(builder, views.loads[i],
                                           position.row, position.col));
    auto yielded = group.lastBody().getTerminator()->getOperands();
    for (auto [i, value] : llvm::enumerate(yielded))
      context.stores[i].write(builder, views.stores[i], arithmetic.get(value),
                              position.row, position.col);
  }

  bool wholeTiles;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::createElementwiseEmitter(const FusionGroupContext &context) {
  return std::make_unique<ElementwiseEmitter>(context);
}
