//===- OverlappedProducts.cpp - register blocks that overlap --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a loop over register blocks around a loop over depth. Operands,
// accumulators and the position of a block are carried to the next one; the
// first block is peeled, because there is nothing to store before it.
//
// If the number of tiles of depth is known, the products of the last one follow
// the back edge of the loop over register blocks:
//
//   for each block:
//     products of the last tile of the block before; its first accumulators are
//       stored, and replaced by those of this block
//     products of the first tiles of this block; the other accumulators
//     for the other tiles of depth, except the last one: products
//
// Stores, loads and their addresses are then beside the products of two tiles,
// and the loop over depth has no other addresses than its own.
//
//===----------------------------------------------------------------------===//

#include "OverlappedProducts.h"
#include "Plan/Blocks/BlockCost.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void OverlappedProducts::emit(ImplicitLocOpBuilder &builder) const {
  Value count = countBlocks(builder);
  if (getConstantIntValue(count) || isDivided())
    return multiplyBlocks(builder, count);
  IndexMath math(builder);
  scf::IfOp::create(builder, math.less(math.constant(0), count),
                    [&](OpBuilder &region, Location l) {
                      ImplicitLocOpBuilder inside(l, region);
                      multiplyBlocks(inside, count);
                      scf::YieldOp::create(inside);
                    });
}

void OverlappedProducts::multiplyBlocks(ImplicitLocOpBuilder &builder,
                                        Value count) const {
  IndexMath math(builder);
  Value zero = math.constant(0);
  TilePosition first = {step.part.getFirst(builder), math.constant(firstCol)};
  auto initialize = [&](int64_t r, int64_t c) {
    return init(builder, getTile(builder, first, r, c));
  };
  SmallVector<Value> carried = multiplyBlock(
      builder, first,
      products.readAll(builder, views, first, zero, step.afterReads),
      {initialize, {}, {}, getStaged(builder, zero)});
  carried.append({first.row, first.col});
  carried = replaceBlocks(builder, count, carried);
  TilePosition last = {carried[carried.size() - 2], carried.back()};
  SmallVector<Value> results =
      finishBlock(builder, ArrayRef(carried).drop_back(2), last, {}, {}).first;
  for (int64_t i = 0; i < numTiles(); ++i)
    finishTile(builder, last, results, i)(builder);
}

/// Finishes and stores a block, and multiplies the next one. Tiles are stored
/// in the order of their products. If the epilogue is beside one tile of depth,
/// the accumulators of the next block replace them. Returns what the loop
/// carries.
SmallVector<Value>
OverlappedProducts::replaceBlock(ImplicitLocOpBuilder &builder,
                                 TilePosition previous, ValueRange carried,
                                 Value staged) const {
  int64_t rows = context.plan.accumulatorRows, numStored = 0,
          columnBlocks = context.plan.columnBlocks;
  TilePosition position = getNextBlock(builder, previous);
  SmallVector<Value> results, started(products.numAccumulators());
  auto initialize = [&](int64_t r, int64_t c) {
    return init(builder, getTile(builder, position, r, c));
  };
  auto start = [&](int64_t r, int64_t c) {
    Value &accumulator = started[r * context.plan.accumulatorCols + c];
    if (!accumulator)
      accumulator = initialize(r, c);
    return accumulator;
  };
  Write waiting;
  auto writeWaiting = [&] {
    if (waiting)
      std::exchange(waiting, {})(builder);
  };
  auto storeUntil = [&](int64_t last, ArrayRef<Value> finished) {
    for (; numStored <= last; ++numStored) {
      writeWaiting();
      waiting = finishTile(builder, previous, finished, numStored);
      if (epilogueTiles > 1)
        continue;
      writeWaiting();
      for (int64_t p = 0; p < columnBlocks; ++p)
        start(numStored % rows, numStored / rows * columnBlocks + p);
    }
  };
  auto storeFinished = [&](int64_t n, ArrayRef<Value> accumulators) {
    if (loadsEarly)
      start(n % rows, n / rows);
    if (epilogueTiles == 1)
      storeUntil(countFinished(n) - 1, accumulators);
  };
  Operands operands;
  std::tie(results, operands) =
      finishBlock(builder, carried, previous, position, storeFinished);
  for (int64_t n = 0; loadsEarly && n < products.numAccumulators(); ++n)
    start(n % rows, n / rows);
  auto replace = [&](int64_t r, int64_t c) {
    if (epilogueTiles > 1)
      return initialize(r, c);
    if (!loadsEarly)
      storeUntil(c / columnBlocks * rows + r, results);
    return start(r, c);
  };
  auto before = [&](int64_t n, ArrayRef<Value>) {
    storeUntil(getLastStored(n), results);
  };
  SmallVector<Value> next = multiplyBlock(
      builder, position, operands, {replace, before, writeWaiting, staged});
  next.append({position.row, position.col});
  return next;
}

/// Returns the last tile of the result that is stored before product `n` of
/// the next block; -1 if there is none.
int64_t OverlappedProducts::getLastStored(int64_t n) const {
  int64_t size = products.numAccumulators();
  if (epilogueTiles > 1)
    return n == 0 ? -1 : (n - 1) / (epilogueTiles * context.plan.columnBlocks);
  if (!loadsEarly)
    return -1;
  return n + 1 == size ? numTiles() - 1 : countFinished(size + n) - 1;
}

/// Returns the number of tiles of the result whose products are finished when
/// product `n` can issue.
int64_t OverlappedProducts::countFinished(int64_t n) const {
  double occupancy = getProductCycles(context.group, context.variant);
  double latency =
      double(context.variant.parameters.mmaExtraLatency.value_or(0));
  int64_t rows = context.plan.accumulatorRows;
  int64_t columnBlocks = context.plan.columnBlocks;
  int64_t last = std::min(n - 1 - int64_t(std::ceil(latency / occupancy)),
                          products.numAccumulators() - 1);
  if (last < 0)
    return 0;
  int64_t c = last / rows;
  return c / columnBlocks * rows +
         (c % columnBlocks == columnBlocks - 1 ? last % rows + 1 : 0);
}

/// Returns the accumulators of a register block, and the first operands of the
/// next one, if there is one.
std::pair<SmallVector<Value>, TileProducts::Operands>
OverlappedProducts::finishBlock(ImplicitLocOpBuilder &builder,
                                ValueRange carried, TilePosition position,
                                TilePosition next,
                                TileProducts::Before before) const {
  int64_t size = products.numAccumulators();
  SmallVector<Value> results(carried.take_front(size));
  Operands operands = products.split(carried.drop_front(size));
  std::optional<int64_t> peeled = getPeeled();
  if (!peeled)
    return {results, operands};
  auto reload = [&](bool isLhs, int64_t i) {
    return products.read(builder, views, next, IndexMath(builder).constant(0),
                         isLhs, i);
  };
  auto late = [&] {
    return products.readLate(builder, views, position,
                             IndexMath(builder).constant(*peeled));
  };
  auto beside = [&](int64_t n, ArrayRef<Value> accumulators) {
    if (step.between && n == countBeforeReads())
      step.between(builder, position, next);
    if (before)
      before(n, accumulators);
  };
  TileProducts::Hooks hooks;
  hooks.late = late;
  if (next.row)
    hooks.reload = reload;
  hooks.before = beside;
  results = products.multiply(builder, operands, results, hooks);
  return {results, operands};
}

/// Returns the accumulators, and the operands that are multiplied next.
SmallVector<Value>
OverlappedProducts::multiplyBlock(ImplicitLocOpBuilder &builder,
                                  TilePosition position, Operands operands,
                                  const Replacement &replacement) const {
  IndexMath math(builder);
  int64_t size = products.numAccumulators();
  SmallVector<Value> carried =
      multiplyFirst(builder, position, std::move(operands), replacement);
  std::optional<int64_t> peeled = getPeeled();
  int64_t first = epilogueTiles;
  if (replacement.staged) {
    carried = multiplyStaged(builder, position, carried, replacement.staged);
    first += step.transposition.schedule->iterations();
  }
  return emitLoop(builder, math.constant(first * context.tileDepth()),
                  peeled ? math.constant(*peeled) : depth, context.tileDepth(),
                  carried,
                  [&](ImplicitLocOpBuilder &b, Value k, ValueRange values) {
                    return multiplyAndLoad(
                        b, position, k, products.split(values.drop_front(size)),
                        values.take_front(size), {});
                  });
}

/// Multiplies the first tiles of depth.
SmallVector<Value>
OverlappedProducts::multiplyFirst(ImplicitLocOpBuilder &builder,
                                  TilePosition position, Operands operands,
                                  const Replacement &replacement) const {
  IndexMath math(builder);
  int64_t size = products.numAccumulators();
  SmallVector<Value> carried;
  for (int64_t i = 0; i < epilogueTiles; ++i) {
    TileProducts::Hooks hooks;
    auto before = [&](int64_t n, ArrayRef<Value> accumulators) {
      replacement.before(i * size + n, accumulators);
    };
    if (i == 0)
      hooks.init = replacement.init;
    if (replacement.before)
      hooks.before = before;
    carried = multiplyAndLoad(
        builder, position, math.constant(i * context.tileDepth()),
        i == 0 ? operands : products.split(ArrayRef(carried).drop_front(size)),
        ArrayRef(carried).take_front(i == 0 ? 0 : size), hooks);
  }
  if (replacement.after)
    replacement.after();
  return carried;
}

SmallVector<Value>
OverlappedProducts::multiplyAndLoad(ImplicitLocOpBuilder &builder,
                                    TilePosition position, Value k,
                                    Operands operands, ValueRange accumulators,
                                    const TileProducts::Hooks &hooks) const {
  auto [next, nextK] = getNext(builder, position, k);
  auto reload = [&, at = next, depth = nextK](bool isLhs, int64_t i) {
    return products.read(builder, views, at, depth, isLhs, i);
  };
  auto late = [&] { return products.readLate(builder, views, position, k); };
  TileProducts::Hooks own = hooks;
  own.reload = reload;
  own.late = late;
  SmallVector<Value> result =
      products.multiply(builder, operands, accumulators, own);
  result.append(operands.join());
  return result;
}

/// Tiles of the result are numbered in the order of their products.
OverlappedProducts::Write
OverlappedProducts::finishTile(ImplicitLocOpBuilder &builder,
                               TilePosition position, ArrayRef<Value> results,
                               int64_t number) const {
  int64_t rows = context.plan.accumulatorRows;
  int64_t r = number % rows, c = number / rows * context.plan.columnBlocks;
  return store(builder, getTile(builder, position, r, c),
               results.slice(r * context.plan.accumulatorCols + c,
                             context.plan.columnBlocks));
}
