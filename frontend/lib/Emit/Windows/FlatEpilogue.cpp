//===- FlatEpilogue.cpp - epilogues in the buffer of results --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations have several tiles: their bodies are before their stores, and
// after the loads of the next ones, so that the scheduler interleaves them.
//
//===----------------------------------------------------------------------===//

#include "FlatEpilogue.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

/// Tiles of an iteration.
static constexpr int64_t kAtOnce = 4;

void FlatEpilogue::emitEpilogue(Builder &b, const BufferViews &views,
                                const Line &line) const {
  constexpr int64_t kMaxUnrolled = 16;
  IndexMath math(b);
  BufferViews own = readVectors(b, views, line);
  Value tiles = countTiles(b, line), zero = math.constant(0);
  std::optional<int64_t> number = getConstantIntValue(tiles);
  if (readsTransposed() && number && *number <= kMaxUnrolled)
    return emitUnrolled(b, own, line, *number);
  Value whole = math.mul(math.div(tiles, kAtOnce), kAtOnce);
  Value last = math.sub(whole, math.constant(kAtOnce));
  emitLoop(b, zero, whole, kAtOnce, read(b, own, line, zero, kAtOnce),
           [&](Builder &inside, Value first, ValueRange carried) {
             Value next = inside.createOrFold<arith::MinUIOp>(
                 IndexMath(inside).add(first, kAtOnce), last);
             SmallVector<Value> loaded = read(inside, own, line, next, kAtOnce);
             emitBodies(inside, own, line, SmallVector<Value>(carried), first,
                        kAtOnce);
             return loaded;
           });
  emitLoop(b, whole, tiles, 1, {},
           [&](Builder &inside, Value tile, ValueRange) {
             emitBodies(inside, own, line, read(inside, own, line, tile, 1),
                        tile, 1);
             return SmallVector<Value>();
           });
}

/// The loads of some tiles precede the bodies of those before.
void FlatEpilogue::emitUnrolled(Builder &b, const BufferViews &views,
                                const Line &line, int64_t number) const {
  IndexMath math(b);
  auto readSome = [&](int64_t first) {
    return read(b, views, line, math.constant(first),
                std::clamp<int64_t>(number - first, 0, kAtOnce));
  };
  SmallVector<Value> loaded = readSome(0);
  for (int64_t first = 0; first < number; first += kAtOnce) {
    SmallVector<Value> next = readSome(first + kAtOnce);
    emitBodies(b, views, line, loaded, math.constant(first), loaded.size());
    loaded = std::move(next);
  }
}

/// Counts the elements up to the end of the last row that is computed.
Value FlatEpilogue::countTiles(Builder &b, const Line &line) const {
  IndexMath math(b);
  ArrayRef<IndexDigit> digits =
      context.stores.front().getDigits(schedule.alongRows);
  int64_t width = widthOf(getInner()), row = plan().block[getInner()];
  int64_t elements =
      digits.size() > 1 ? digits[1].stride / digits[0].stride : row;
  if (digits.size() > 2)
    return math.constant(llvm::divideCeil(
        matrix::getDistance(digits, plan().spanOf(getInner()) - 1) /
                digits[0].stride +
            1,
        width));
  Value rows = math.mul(math.div(line.number, row / width),
                        schedule.sideBySide * elements);
  return math.div(math.add(rows, width - 1), width);
}

/// Reads the vectors that are the same in all columns.
BufferViews FlatEpilogue::readVectors(Builder &b, BufferViews views,
                                      const Line &line) const {
  if (schedule.alongRows)
    return views;
  Value zero = IndexMath(b).constant(0);
  for (auto [i, block] : llvm::enumerate(context.loads))
    views.invariant.push_back(
        i >= group().inputs.size() && isInvariant(block, plan().cols)
            ? readColumnBlocks(b, block, views.loads[i], {line.outer, zero}, 1)
                  .front()
            : Value());
  return views;
}

BufferViews FlatEpilogue::getFlatViews(Builder &b, const BufferViews &views,
                                       Value tile) const {
  BufferViews own = views;
  Value number = IndexMath(b).mul(tile, widthOf(getInner()));
  auto shift = [&](Value &view, const OperandBlock &block) {
    if (block.getOperand().dependsOn(getInner()))
      view = block.getFlatView(b, view, schedule.alongRows, number);
  };
  for (auto [i, view] : llvm::enumerate(own.loads))
    if (i >= group().inputs.size())
      shift(view, context.loads[i]);
  for (auto [view, block] : llvm::zip_equal(own.stores, context.stores))
    shift(view, block);
  return own;
}

/// Returns the first position of the line.
TilePosition FlatEpilogue::getFlatStart(Builder &b, const Line &line) const {
  Value zero = IndexMath(b).constant(0);
  return schedule.alongRows ? TilePosition{zero, line.outer}
                            : TilePosition{line.outer, zero};
}

SmallVector<Value> FlatEpilogue::read(Builder &b, const BufferViews &views,
                                      const Line &line, Value first,
                                      int64_t number) const {
  SmallVector<Value> results;
  IndexMath math(b);
  for (int64_t i = 0; i < number; ++i) {
    if (readsTransposed()) {
      Value element = math.mul(math.add(first, i), widthOf(getInner()));
      results.push_back(image->readResult(b, element));
      continue;
    }
    BufferViews own = getFlatViews(b, views, IndexMath(b).add(first, i));
    results.append(readTiles(b, context.stores.front(), own.stores.front(),
                             getFlatStart(b, line), plan().columnBlocks));
  }
  return results;
}

void FlatEpilogue::emitBodies(Builder &b, const BufferViews &views,
                              const Line &line, ArrayRef<Value> results,
                              Value first, int64_t number) const {
  SmallVector<TileLists> computed;
  std::vector<BufferViews> all;
  int64_t blocks = plan().columnBlocks;
  for (int64_t i = 0; i < number; ++i) {
    all.push_back(getFlatViews(b, views, IndexMath(b).add(first, i)));
    computed.push_back(computeLastBody(b, all.back(),
                                       results.slice(i * blocks, blocks),
                                       getFlatStart(b, line), blocks));
  }
  for (auto [own, tiles] : llvm::zip_equal(all, computed))
    writeStores(b, own, tiles, getFlatStart(b, line));
}
