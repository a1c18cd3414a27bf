//===- ReduceRows.cpp - loops over the tiles of a reduction ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over the tiles that are reduced to one result. The tiles of a line, a
// row or a column, are combined in several accumulators, in a software pipeline
// if their number is constant (ColumnPipeline.h); tiles at the edge follow in a
// loop of their own.
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
  if (!reducesCols())
    return reducesRows()
               ? combineColumn(builder, step, views, position.col, start)
               : combineTile(builder, step, views, position, {true, true},
                             plan().columnBlocks, start);
  if (!reducesRows())
    return combineRow(builder, step, views, position.row, true, start);
  return forEachReducedRow(builder, step, start,
                           [&](ImplicitLocOpBuilder &b, Value row, bool fullRow,
                               ValueRange carried) {
                             return combineRow(b, step, views, row, fullRow,
                                               carried);
                           });
}

SmallVector<Value> ReductionEmitter::combineRow(ImplicitLocOpBuilder &builder,
                                                const BlockStep &step,
                                                const BufferViews &outer,
                                                Value row, bool fullRow,
                                                ValueRange start) {
  BufferViews views = readInvariant(builder, outer, row, group().inputs.size());
  SmallVector<Value> carried =
      combineLine(builder, step, views,
                  {plan().cols, iterationCols(), row, fullRow}, start);
  for (Value accumulator : ArrayRef(carried).drop_front())
    carried.front() =
        vector::makeArithReduction(builder, builder.getLoc(), group().combiner,
                                   accumulator, carried.front());
  return {carried.front()};
}

SmallVector<Value>
ReductionEmitter::combineColumn(ImplicitLocOpBuilder &builder,
                                const BlockStep &step, const BufferViews &outer,
                                Value col, ValueRange start) {
  BufferViews views =
      readInvariantInRows(builder, outer, col, group().inputs.size());
  SmallVector<Value> carried = combineLine(
      builder, step, views, {plan().rows, tileRows(), col, true}, start);
  SmallVector<Value> results;
  for (int64_t p = 0; p < plan().columnBlocks; ++p) {
    SmallVector<Value> own;
    for (size_t i = p; i < carried.size(); i += plan().columnBlocks)
      own.push_back(carried[i]);
    results.push_back(combineAll(builder, own));
  }
  return results;
}

SmallVector<Value> ReductionEmitter::combineLine(ImplicitLocOpBuilder &builder,
                                                 const BlockStep &step,
                                                 const BufferViews &views,
                                                 const TileLine &line,
                                                 ValueRange start) {
  int64_t columnBlocks = plan().columnBlocks;
  int64_t factor = unrollFactor(line.dim, group().inputs.size(), columnBlocks);
  SmallVector<Value> carried(start);
  while (int64_t(carried.size()) < factor * columnBlocks)
    carried.append(neutral(builder));
  IndexMath math(builder);
  Value end = bound(builder, step, line.dim);
  bool hasEdge =
      step.valid[line.dim] && (line.dim == plan().rows ? masksRows : masksCols);
  Value full = hasEdge ? math.mul(math.div(end, line.step), line.step) : end;
  auto combine = [&](ImplicitLocOpBuilder &b, Value at, int64_t number,
                     bool isFull, ValueRange inner) {
    return combinePositions(b, step, views, line, at, number, isFull, inner);
  };
  if (!emitPipeline(builder, step, views, line, full, carried))
    carried = emitUnrolledLoop(
        builder, full, line.step, factor, carried,
        [&](ImplicitLocOpBuilder &b, Value at, int64_t number,
            ValueRange inner) { return combine(b, at, number, true, inner); });
  if (!hasEdge)
    return carried;
  return emitLoop(builder, full, end, line.step, carried,
                  [&](ImplicitLocOpBuilder &b, Value at, ValueRange inner) {
                    return combine(b, at, 1, false, inner);
                  });
}

SmallVector<Value> ReductionEmitter::combinePositions(
    ImplicitLocOpBuilder &builder, const BlockStep &step,
    const BufferViews &views, const TileLine &line, Value at, int64_t number,
    bool isFull, ValueRange accumulators) {
  int64_t columnBlocks = plan().columnBlocks;
  if (line.dim == plan().cols)
    return combineTile(builder, step, views, getPosition(line, at),
                       getFull(line, isFull), number * columnBlocks,
                       accumulators);
  SmallVector<Value> result(accumulators);
  for (int64_t u = 0; u < number; ++u) {
    auto own = MutableArrayRef(result).slice(u * columnBlocks, columnBlocks);
    Value position = IndexMath(builder).add(at, u * line.step);
    llvm::copy(combineTile(builder, step, views, getPosition(line, position),
                           getFull(line, isFull), columnBlocks,
                           SmallVector<Value>(own)),
               own.begin());
  }
  return result;
}

bool ReductionEmitter::emitPipeline(ImplicitLocOpBuilder &builder,
                                    const BlockStep &step,
                                    const BufferViews &views,
                                    const TileLine &line, Value end,
                                    SmallVectorImpl<Value> &accumulators) {
  std::optional<int64_t> extent = getConstantIntValue(end);
  if (!extent)
    return false;
  int64_t columnBlocks = plan().columnBlocks;
  auto load = [&](ImplicitLocOpBuilder &b, Value at) {
    return readLoads(b, views, group().inputs.size(), getPosition(line, at),
                     columnBlocks);
  };
  auto compute = [&](ImplicitLocOpBuilder &b, Value at, const TileLists &loaded,
                     ColumnPipeline::Values &carried) {
    BufferViews own = views;
    own.tiles.resize(loaded.size());
    for (auto [tiles, loadedTiles] : llvm::zip_equal(own.tiles, loaded))
      if (!loadedTiles.empty())
        tiles = loadedTiles;
    carried = combineTile(b, step, own, getPosition(line, at),
                          getFull(line, true), columnBlocks, carried);
    return TileLists();
  };
  auto store = [](ImplicitLocOpBuilder &, Value, const TileLists &) {};
  int64_t factor = accumulators.size() / columnBlocks;
  SmallVector<ColumnPipeline::Values> carried;
  for (int64_t u = 0; u < factor; ++u)
    carried.emplace_back(
        ArrayRef(accumulators).slice(u * columnBlocks, columnBlocks));
  ColumnPipeline pipeline{line.step, factor, load, compute, store};
  if (!pipeline.emit(builder, llvm::divideCeil(*extent, line.step), carried))
    return false;
  accumulators.clear();
  for (const ColumnPipeline::Values &values : carried)
    accumulators.append(values.begin(), values.end());
  return true;
}
