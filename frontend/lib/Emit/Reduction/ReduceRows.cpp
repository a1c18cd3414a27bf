//===- ReduceRows.cpp - loops over the tiles of a reduction ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over the tiles that are reduced to one result. The tiles of a row are
// combined in several accumulators, in a software pipeline if their number is
// constant (ColumnPipeline.h); tiles at the edge follow in a loop of their own.
//
//===----------------------------------------------------------------------===//

#include "Emit/ColumnPipeline.h"
#include "ReductionEmitter.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

SmallVector<Value>
ReductionEmitter::forEachReducedRow(ImplicitLocOpBuilder &builder,
                                    const BlockStep &step, ValueRange start,
                                    TileLoopBody body) {
  Value end = bound(builder, step, plan().rows);
  bool hasEdge = step.valid[plan().rows] && masksRows;
  auto loop = [&](Value from, Value to, bool isFull, ValueRange carried) {
    return emitLoop(builder, from, to, tileRows(), carried,
                    [&](ImplicitLocOpBuilder &b, Value at, ValueRange inner) {
                      return body(b, at, isFull, inner);
                    });
  };
  IndexMath math(builder);
  if (!hasEdge || !reducesEachTile)
    return loop(math.constant(0), end, !hasEdge, start);
  Value full = math.mul(math.div(end, tileRows()), tileRows());
  SmallVector<Value> result = loop(math.constant(0), full, true, start);
  return loop(full, end, false, result);
}

SmallVector<Value> ReductionEmitter::combineTiles(ImplicitLocOpBuilder &builder,
                                                  const BlockStep &step,
                                                  const BufferViews &views,
                                                  TilePosition position,
                                                  ValueRange start) {
  auto overCols = [&](ImplicitLocOpBuilder &b, Value row, bool fullRow,
                      ValueRange carried) {
    if (reducesCols())
      return combineRow(b, step, views, row, fullRow, carried);
    return combineTile(b, step, views, {row, position.col}, {fullRow, true},
                       plan().columnBlocks, carried);
  };
  if (!reducesRows())
    return overCols(builder, position.row, true, start);
  return forEachReducedRow(builder, step, start, overCols);
}

SmallVector<Value> ReductionEmitter::combineRow(ImplicitLocOpBuilder &builder,
                                                const BlockStep &step,
                                                const BufferViews &outer,
                                                Value row, bool fullRow,
                                                ValueRange start) {
  unsigned numLoads = group().inputs.size();
  BufferViews views = readInvariant(builder, outer, row, numLoads);
  int64_t factor = unrollFactor(numLoads, plan().columnBlocks);
  SmallVector<Value> carried(start);
  for (int64_t i = 1; i < factor * plan().columnBlocks; ++i)
    carried.append(neutral(builder));
  auto combine = [&](ImplicitLocOpBuilder &b, Value col, int64_t number,
                     bool fullCol, ValueRange inner) {
    return combineTile(b, step, views, {row, col}, {fullRow, fullCol},
                       number * plan().columnBlocks, inner);
  };
  IndexMath math(builder);
  Value end = bound(builder, step, plan().cols);
  bool hasEdge = step.valid[plan().cols] && masksCols;
  Value full = end;
  if (hasEdge)
    full = math.mul(math.div(end, iterationCols()), iterationCols());
  if (!emitPipeline(builder, step, views, row, fullRow, full, carried))
    carried = emitUnrolledLoop(
        builder, full, factor, carried,
        [&](ImplicitLocOpBuilder &b, Value col, int64_t number,
            ValueRange inner) { return combine(b, col, number, true, inner); });
  if (hasEdge)
    carried =
        emitLoop(builder, full, end, iterationCols(), carried,
                 [&](ImplicitLocOpBuilder &b, Value col, ValueRange inner) {
                   return combine(b, col, 1, false, inner);
                 });
  for (Value accumulator : ArrayRef(carried).drop_front())
    carried.front() =
        vector::makeArithReduction(builder, builder.getLoc(), group().combiner,
                                   accumulator, carried.front());
  return {carried.front()};
}

bool ReductionEmitter::emitPipeline(ImplicitLocOpBuilder &builder,
                                    const BlockStep &step,
                                    const BufferViews &views, Value row,
                                    bool fullRow, Value end,
                                    SmallVectorImpl<Value> &accumulators) {
  std::optional<int64_t> columns = getConstantIntValue(end);
  if (!columns)
    return false;
  int64_t columnBlocks = plan().columnBlocks;
  auto load = [&](ImplicitLocOpBuilder &b, Value col) {
    return readLoads(b, views, group().inputs.size(), {row, col}, columnBlocks);
  };
  auto compute = [&](ImplicitLocOpBuilder &b, Value col,
                     const TileLists &loaded, ColumnPipeline::Values &carried) {
    BufferViews own = views;
    own.tiles = loaded;
    carried = combineTile(b, step, own, {row, col}, {fullRow, true},
                          columnBlocks, carried);
    return TileLists();
  };
  auto store = [](ImplicitLocOpBuilder &, Value, const TileLists &) {};
  int64_t factor = accumulators.size() / columnBlocks;
  SmallVector<ColumnPipeline::Values> carried;
  for (int64_t u = 0; u < factor; ++u)
    carried.emplace_back(
        ArrayRef(accumulators).slice(u * columnBlocks, columnBlocks));
  ColumnPipeline pipeline{iterationCols(), factor, load, compute, store};
  if (!pipeline.emit(builder, llvm::divideCeil(*columns, iterationCols()),
                     carried))
    return false;
  accumulators.clear();
  for (const ColumnPipeline::Values &values : carried)
    accumulators.append(values.begin(), values.end());
  return true;
}
