//===- WindowReductionEmitter.cpp - tile code of reductions over windows --===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of the result accumulate side by side, so that combinations do not wait
// for each other:
//
//   for tiles of the result that share vectors:
//     shared = vectors of all taps
//     for tiles side by side:
//       for taps, for tiles:   acc[tile] = combine(image[tap][tile], shared)
//       epilogue, store
//
// Loads precede combinations by some tiles, also of the next iteration; the
// results of an iteration are stored in the next one. An iteration beyond the
// last tile repeats it.
//
//===----------------------------------------------------------------------===//

#include "WindowCombinations.h"

using namespace mlir;
using namespace matrix;

namespace {

struct WindowReductionEmitter : WindowCombinations {
  using WindowCombinations::WindowCombinations;

  void finish(Builder &builder, const BlockStep &step,
              const BufferViews &views) override {
    emitLines(builder, step, views, [&](Builder &b, const Line &line) {
      emitSideBySide(b, views, line);
    });
  }

private:
  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  /// Tiles of loads that precede their use, and results that are not stored
  /// yet, between iterations.
  struct Carried {
    SmallVector<Tiles> loaded;
    SmallVector<Value> results;
    Value first; // tile of the results
  };

  SmallVector<Value> flatten(const Carried &carried) const {
    SmallVector<Value> values;
    for (const Tiles &tiles : carried.loaded)
      for (const SmallVector<Value> &list : tiles)
        values.append(list);
    values.append(carried.results);
    values.push_back(carried.first);
    return values;
  }

  Carried unflatten(const Carried &like, ValueRange values) const {
    Carried result;
    auto take = [&](size_t number) {
      SmallVector<Value> taken(values.take_front(number));
      values = values.drop_front(number);
      return taken;
    };
    for (const Tiles &tiles : like.loaded) {
      Tiles &own = result.loaded.emplace_back();
      for (const SmallVector<Value> &list : tiles)
        own.push_back(take(list.size()));
    }
    result.results = take(like.results.size());
    result.first = values.front();
    return result;
  }

  void emitSideBySide(Builder &b, const BufferViews &views,
                      const Line &line) const {
    IndexMath math(b);
    SmallVector<Tiles> kept = readKept(b, views, line);
    Carried start = getFirst(b, views, line);
    SmallVector<Value> last = emitLoop(
        b, math.constant(0), line.number, schedule.sideBySide, flatten(start),
        [&](Builder &inside, Value first, ValueRange values) {
          return flatten(emitIteration(inside, views, line, kept, first,
                                       unflatten(start, values)));
        });
    Carried end = unflatten(start, last);
    store(b, views, line, end.results, end.first);
  }

  /// The loads before the first iteration. The results of none are overwritten
  /// by those of the first one.
  Carried getFirst(Builder &b, const BufferViews &views,
                   const Line &line) const {
    Carried start;
    start.first = IndexMath(b).constant(0);
    for (int64_t k = 0; k < schedule.ahead; ++k)
      start.loaded.push_back(load(b, views, line, start.first, k));
    TileArithmetic arithmetic(b, context.variant);
    start.results.assign(schedule.sideBySide * plan().columnBlocks,
                         arithmetic.splat(b.getZeroAttr(group().accumulator)));
    return start;
  }

  /// Loads the tiles of combination `k`.
  Tiles load(Builder &b, const BufferViews &views, const Line &line,
             Value first, int64_t k) const {
    return readTap(b, views, line, first, k % schedule.sideBySide,
                   getTap(b, k / schedule.sideBySide), /*shared=*/false);
  }

  Value getNext(Builder &b, const Line &line, Value first) const {
    IndexMath math(b);
    Value next = math.add(first, schedule.sideBySide);
    if (!line.isAdjacent)
      return next;
    Value last = math.sub(line.number, math.constant(schedule.sideBySide));
    return b.createOrFold<arith::MinUIOp>(next, last);
  }

  Carried emitIteration(Builder &b, const BufferViews &views, const Line &line,
                        ArrayRef<Tiles> kept, Value first,
                        Carried before) const {
    int64_t side = schedule.sideBySide, count = taps * side;
    Value next = getNext(b, line, first);
    SmallVector<Tiles> loaded = std::move(before.loaded);
    Carried after;
    after.first = first;
    for (int64_t tile = 0; tile < side; ++tile)
      after.results.append(getStart(b, getViews(b, views, line, tile),
                                    getPosition(b, line, first, tile)));
    if (schedule.loopsOverTaps) {
      store(b, views, line, before.results, before.first);
      after.results = loopOverTaps(b, views, line, first, {}, after.results);
      return after;
    }
    for (int64_t k = 0; k < count; ++k) {
      int64_t following = k + schedule.ahead;
      loaded.push_back(load(b, views, line, following < count ? first : next,
                            following % count));
      int64_t tile = k % side, tap = k / side;
      if (tap == 0 && !group().epilogue)
        store(b, views, line, before.results, before.first, tile, tile + 1);
      else if (k == 0)
        store(b, views, line, before.results, before.first);
      combine(b, loaded[k], kept[tap], getAccumulators(after.results, tile));
    }
    after.loaded.assign(loaded.end() - schedule.ahead, loaded.end());
    return after;
  }

  MutableArrayRef<Value> getAccumulators(MutableArrayRef<Value> results,
                                         int64_t tile) const {
    return results.slice(tile * plan().columnBlocks, plan().columnBlocks);
  }

  /// Iterates over the taps from these indices on, and returns the
  /// accumulators.
  SmallVector<Value> loopOverTaps(Builder &b, const BufferViews &views,
                                  const Line &line, Value first, Tap outer,
                                  SmallVector<Value> results) const {
    int dim = plan().innerDepth[outer.size()];
    int64_t extent = plan().block[dim];
    auto step = [&](Builder &inside, Value index, SmallVector<Value> carried) {
      Tap tap = outer;
      tap.push_back(index);
      if (tap.size() < plan().innerDepth.size())
        return loopOverTaps(inside, views, line, first, tap, carried);
      addTap(inside, views, line, first, tap, carried);
      return carried;
    };
    IndexMath math(b);
    bool isLast = outer.size() + 1 == plan().innerDepth.size();
    if (!isLast)
      return emitLoop(b, math.constant(0), math.constant(extent), 1, results,
                      [&](Builder &inside, Value index, ValueRange carried) {
                        return step(inside, index, SmallVector<Value>(carried));
                      });
    for (int64_t i = 0; i < extent; ++i)
      results = step(b, math.constant(i), results);
    return results;
  }

  void addTap(Builder &b, const BufferViews &views, const Line &line,
              Value first, const Tap &tap,
              MutableArrayRef<Value> results) const {
    Tiles shared = readTap(b, views, line, first, 0, tap, /*shared=*/true);
    for (int64_t tile = 0; tile < schedule.sideBySide; ++tile)
      combine(b, readTap(b, views, line, first, tile, tap, /*shared=*/false),
              shared, getAccumulators(results, tile));
  }

  using WindowCombinations::store;
  void store(Builder &b, const BufferViews &views, const Line &line,
             ArrayRef<Value> results, Value first) const {
    store(b, views, line, results, first, 0, schedule.sideBySide);
  }
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::createWindowReductionEmitter(const FusionGroupContext &context) {
  TapSchedule schedule =
      getTapSchedule(context.group, context.plan, context.variant);
  if (!schedule.order.empty())
    return createStagedWindowEmitter(context);
  if (schedule.isStacked)
    return createStackedWindowEmitter(context);
  return std::make_unique<WindowReductionEmitter>(context);
}
