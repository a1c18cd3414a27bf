//===- ContractionAccumulators.cpp - accumulators of a contraction --------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Initial values, spills and reloads of the accumulators of a register block.
// Accumulators start from a constant, from the block of the initial tensor, or,
// with a scaled sum, from the last body evaluated on either. They are spilled
// to the block of the result if it has their format and there is no epilogue,
// otherwise to a buffer of their own.
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"

using namespace mlir;
using namespace matrix;

SmallVector<Value>
ContractionEmitter::getInitialAccumulators(ImplicitLocOpBuilder &builder,
                                           const BufferViews &views,
                                           TilePosition position) {
  SmallVector<Value> init = readInit(builder, views, position);
  if (!scaledSum)
    return init;
  SmallVector<Value> result;
  forEachTile(builder, position, plan().columnBlocks,
              [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t first) {
                ImplicitLocOpBuilder last(context.group.last()->getLoc(), b);
                forEachColumnBlock(
                    last, views,
                    ArrayRef(init).slice(first, plan().columnBlocks), tile,
                    plan().columnBlocks, {}, [&](TileArithmetic &body) {
                      result.push_back(body.get(scaledSum->result()));
                    });
              });
  return result;
}

SmallVector<Value> ContractionEmitter::readInit(ImplicitLocOpBuilder &builder,
                                                const BufferViews &views,
                                                TilePosition position) {
  int64_t count = plan().accumulatorRows * plan().accumulatorCols;
  if (!context.group.init) {
    TileArithmetic arithmetic(builder, context.variant);
    return SmallVector<Value>(count,
                              arithmetic.splat(context.group.initConstant));
  }
  SmallVector<Value> result;
  forEachTile(builder, position, plan().columnBlocks,
              [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t) {
                result.append(readColumnBlocks(b, context.init(),
                                               views.loads.back(), tile,
                                               plan().columnBlocks));
              });
  return result;
}

void ContractionEmitter::spillAccumulators(ImplicitLocOpBuilder &builder,
                                           const BufferViews &views,
                                           ValueRange accumulators,
                                           TilePosition position) {
  forEachTile(builder, position, 1,
              [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t i) {
                writeRow(b, views, accumulators[i], tile);
              });
}

SmallVector<Value>
ContractionEmitter::reloadAccumulators(ImplicitLocOpBuilder &builder,
                                       const BufferViews &views,
                                       TilePosition position) {
  SmallVector<Value> result;
  forEachTile(builder, position, 1,
              [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t) {
                result.push_back(readAccumulator(b, views, tile));
              });
  return result;
}

void ContractionEmitter::writeRow(ImplicitLocOpBuilder &builder,
                                  const BufferViews &views,
                                  ArrayRef<Value> accumulators,
                                  TilePosition first) {
  IndexMath math(builder);
  for (auto [i, tile] : llvm::enumerate(accumulators)) {
    Value col = math.add(first.col, int64_t(i) * columnBlockWidth());
    if (accumulatesInStores())
      context.stores.front().write(builder, views.stores.front(), tile,
                                   first.row, col);
    else
      spill.write(builder, tile, first.row, col);
  }
}

Value ContractionEmitter::readAccumulator(ImplicitLocOpBuilder &builder,
                                          const BufferViews &views,
                                          TilePosition tile) {
  return accumulatesInStores()
             ? context.stores.front().read(builder, views.stores.front(),
                                           tile.row, tile.col)
             : spill.read(builder, tile.row, tile.col);
}
