//===- StackedWindows.cpp - tiles in rows below each other ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tiles of an iteration are below each other. Each tile of the image is
// loaded once, and combined with all of them whose windows it is part of:
//
//   for stacks:
//     for tiles of the image:
//       for tiles of the stack, which it is tap `tap` of:
//         acc[tile] = combine(image, vectors[tap])
//       store results whose last tap it was
//   for tiles of the result:  epilogue, in place
//
// Loads precede combinations by some tiles of the image, also of the next
// iteration; the results of the last one are stored in the next iteration.
//
// The last tile of an image row extends into the next row. Stacks of a row are
// computed from the last one on, so that the next row is stored later.
//
//===----------------------------------------------------------------------===//

#include "FlatEpilogue.h"

using namespace mlir;
using namespace matrix;

namespace {

class StackedWindowEmitter : public FlatEpilogue {
public:
  explicit StackedWindowEmitter(const FusionGroupContext &context)
      : FlatEpilogue(context) {
    for (auto [n, load] : llvm::enumerate(schedule.loads))
      for (TapLoad::Use use : load.uses)
        if (use.tap + 1 == taps)
          lastLoads[use.tile] = n;
  }

  void finish(Builder &builder, const BlockStep &step,
              const BufferViews &views) override {
    emitLines(builder, step, views, [&](Builder &b, const Line &line) {
      emitStacks(b, views, line);
      if (group().epilogue)
        emitEpilogue(b, views, line);
    });
  }

private:
  using Accumulators = SmallVector<SmallVector<Value>>;

  //===--------------------------------------------------------------------===//
  // Combinations
  //===--------------------------------------------------------------------===//

  void emitStacks(Builder &b, const BufferViews &views,
                  const Line &line) const {
    IndexMath math(b);
    SmallVector<Tiles> kept = readKept(b, views, line);
    Value zero = math.constant(0);
    SmallVector<Value> start = getFirst(b, views, line, zero);
    SmallVector<Value> last =
        emitLoop(b, zero, line.number, 1, start,
                 [&](Builder &inside, Value first, ValueRange carried) {
                   return emitStack(inside, views, line, kept, first, carried);
                 });
    std::vector<Result> waiting = getPending(b, last);
    storeAll(b, views, line, waiting);
  }

  /// Values between iterations: tiles that are loaded, results that are not
  /// stored, and their iteration. The results of none are overwritten by those
  /// of the first one.
  SmallVector<Value> getFirst(Builder &b, const BufferViews &views,
                              const Line &line, Value zero) const {
    SmallVector<Value> values;
    for (int64_t n = 0; n < schedule.ahead; ++n)
      values.append(load(b, views, line, zero, n));
    TileArithmetic arithmetic(b, context.variant);
    values.append(countPending() * plan().columnBlocks,
                  arithmetic.splat(b.getZeroAttr(group().accumulator)));
    values.push_back(zero);
    return values;
  }

  int64_t countLoads() const { return schedule.loads.size(); }
  /// Returns the number of results of the last load; their tiles are the last.
  int64_t countPending() const {
    return llvm::count_if(lastLoads, [&](const auto &entry) {
      return entry.second + 1 == countLoads();
    });
  }

  unsigned getImage() const {
    unsigned i = 0;
    while (isSharedInput(i))
      ++i;
    return i;
  }

  /// Loads a tile of the image.
  SmallVector<Value> load(Builder &b, const BufferViews &views,
                          const Line &line, Value first, int64_t n) const {
    TapLoad::Use use = schedule.loads[n].uses.front();
    return readTap(b, views, line, first, use.tile, getTap(b, use.tap),
                   /*shared=*/false)[getImage()];
  }

  SmallVector<Value> emitStack(Builder &b, const BufferViews &views,
                               const Line &line, ArrayRef<Tiles> kept,
                               Value first, ValueRange carried) const {
    IndexMath math(b);
    Value next = b.createOrFold<arith::MinUIOp>(math.add(first, 1), line.last);
    SmallVector<SmallVector<Value>> loaded = takeLoads(carried);
    Accumulators results(schedule.sideBySide);
    std::vector<Result> waiting;
    for (int64_t n = 0; n < countLoads(); ++n) {
      int64_t following = n + schedule.ahead;
      loaded.push_back(load(b, views, line,
                            following < countLoads() ? first : next,
                            following % countLoads()));
      combineLoad(b, views, line, first, n, loaded[n], kept, results);
      storeAll(b, views, line, waiting);
      if (n == 0)
        waiting = getPending(b, carried);
      if (n + 1 < countLoads())
        addFinished(b, first, n, results, waiting);
      if (!isTransposed())
        storeAll(b, views, line, waiting);
    }
    storeAll(b, views, line, waiting);
    return getCarried(loaded, results, first);
  }

  int64_t getTilesOfLoad() const {
    int64_t parts =
        32 /
        group().inputs[getImage()].getElementType().getIntOrFloatBitWidth();
    return llvm::divideCeil(plan().columnBlocks, parts);
  }

  SmallVector<SmallVector<Value>> takeLoads(ValueRange carried) const {
    int64_t number = getTilesOfLoad();
    SmallVector<SmallVector<Value>> loaded;
    for (int64_t n = 0; n < schedule.ahead; ++n)
      loaded.push_back(SmallVector<Value>(carried.slice(n * number, number)));
    return loaded;
  }

  SmallVector<Value> getCarried(ArrayRef<SmallVector<Value>> loaded,
                                const Accumulators &results,
                                Value first) const {
    SmallVector<Value> values;
    for (const SmallVector<Value> &tiles : loaded.take_back(schedule.ahead))
      values.append(tiles);
    for (const SmallVector<Value> &own :
         ArrayRef(results).take_back(countPending()))
      values.append(own);
    values.push_back(first);
    return values;
  }

  /// Combines a tile of the image with all windows that it is part of.
  void combineLoad(Builder &b, const BufferViews &views, const Line &line,
                   Value first, int64_t n, ArrayRef<Value> loaded,
                   ArrayRef<Tiles> kept, Accumulators &results) const {
    Tiles streamed(group().inputs.size());
    streamed[getImage()] = SmallVector<Value>(loaded);
    for (TapLoad::Use use : schedule.loads[n].uses) {
      SmallVector<Value> &accumulators = results[use.tile];
      if (use.tap == 0)
        accumulators = getStart(b, getViews(b, views, line, use.tile),
                                getPosition(b, line, first, use.tile));
      combine(b, streamed, kept[use.tap], accumulators);
    }
  }

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  /// The column blocks of a tile in an iteration.
  struct Result {
    int64_t tile;
    Value first;
    SmallVector<Value> values;
  };

  /// Results of transposed images are stored and loaded, and wait for that.
  bool isTransposed() const { return context.input(getImage()).isStaged(); }

  void addFinished(Builder &b, Value first, int64_t n,
                   const Accumulators &results,
                   std::vector<Result> &waiting) const {
    for (auto [tile, last] : lastLoads)
      if (last == n)
        waiting.push_back({tile, first, getResult(b, results[tile])});
  }

  std::vector<Result> getPending(Builder &b, ValueRange carried) const {
    int64_t number = countPending(), blocks = plan().columnBlocks;
    ValueRange pending = carried.drop_back().take_back(number * blocks);
    std::vector<Result> results;
    for (int64_t i = 0; i < number; ++i)
      results.push_back({schedule.sideBySide - number + i, carried.back(),
                         getResult(b, SmallVector<Value>(
                                          pending.slice(i * blocks, blocks)))});
    return results;
  }

  /// Stores the values before the epilogue, if there is one.
  void storeAll(Builder &b, const BufferViews &views, const Line &line,
                std::vector<Result> &waiting) const {
    for (const Result &result : waiting) {
      BufferViews own = getViews(b, views, line, result.tile);
      TilePosition position = getPosition(b, line, result.first, result.tile);
      TileLists tiles = {result.values};
      if (!group().epilogue)
        tiles = computeLastBody(b, own, result.values, position,
                                plan().columnBlocks);
      writeTiles(b, context.stores.front(), own.stores.front(), tiles.front(),
                 position);
    }
    waiting.clear();
  }

  /// The load with the last tap of each tile.
  std::map<int64_t, int64_t> lastLoads;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::createStackedWindowEmitter(const FusionGroupContext &context) {
  return std::make_unique<StackedWindowEmitter>(context);
}
