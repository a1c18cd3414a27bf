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

#include "TapVectors.h"
#include "TransposedImage.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include <map>

using namespace mlir;
using namespace matrix;

namespace {

using Builder = ImplicitLocOpBuilder;

struct WindowReductionEmitter : BlockEmitter {
  explicit WindowReductionEmitter(const FusionGroupContext &context)
      : BlockEmitter(context), taps(countTaps(plan())),
        schedule(getTapSchedule(group(), plan(), context.variant)) {
    for (unsigned i = 0; i < group().inputs.size(); ++i)
      if (context.input(i).isStaged()) {
        image.emplace(context.input(i), plan());
        imageInput = i;
      } else if (TapVectors::areNeeded(context.input(i)))
        transposed.emplace(
            i, TapVectors(context.input(i), plan(), context.variant));
  }

  void allocate(Builder &builder) override {
    for (auto &[input, vectors] : transposed)
      vectors.allocate(builder);
    if (image)
      image->allocate(builder);
  }

  void finish(Builder &builder, const BlockStep &step,
              const BufferViews &views) override {
    for (auto &[input, vectors] : transposed)
      vectors.transpose(builder, views.loads[input]);
    if (image)
      image->transpose(builder, views.loads[imageInput]);
    int inner = schedule.alongRows ? plan().rows : plan().cols;
    int outer = schedule.alongRows ? plan().cols : plan().rows;
    IndexMath math(builder);
    Value end = bound(builder, step, inner);
    Value number = math.div(math.add(end, widthOf(inner) - 1), widthOf(inner));
    Value last = math.sub(number, math.constant(1));
    emitLoop(builder, bound(builder, step, outer), widthOf(outer),
             [&](Builder &b, Value position) {
               emitSideBySide(b, views, {position, number, last});
             });
  }

private:
  const BlockPlan &plan() const { return context.plan; }
  const FusionGroup &group() const { return context.group; }
  int64_t widthOf(int dim) const {
    return dim == plan().rows ? tileRows() : iterationCols();
  }

  /// A line of tiles: its position in the other dimension, the number of its
  /// tiles, and the last one.
  struct Line {
    Value outer, number, last;
  };

  /// The tiles of all inputs for one combination; shared ones are empty.
  using Tiles = TileLists;

  TilePosition getPosition(Builder &b, const Line &line, Value first,
                           int64_t tile) const {
    IndexMath math(b);
    Value index =
        b.createOrFold<arith::MinUIOp>(math.add(first, tile), line.last);
    int inner = schedule.alongRows ? plan().rows : plan().cols;
    Value position = math.mul(index, widthOf(inner));
    return schedule.alongRows ? TilePosition{position, line.outer}
                              : TilePosition{line.outer, position};
  }

  //===--------------------------------------------------------------------===//
  // Loads
  //===--------------------------------------------------------------------===//

  /// The index of a tap in each inner dimension of the depth.
  using Tap = SmallVector<Value>;

  Tap getTap(Builder &b, int64_t number) const {
    return llvm::map_to_vector(::getTap(plan(), number), [&](int64_t index) {
      return IndexMath(b).constant(index);
    });
  }
  Value getNumber(Builder &b, const Tap &tap) const {
    IndexMath math(b);
    Value number = math.constant(0);
    for (auto [dim, index] : llvm::zip_equal(plan().innerDepth, tap))
      number = math.add(math.mul(number, plan().block[dim]), index);
    return number;
  }

  bool isSharedInput(unsigned i) const {
    return isShared(group().inputs[i], plan(), schedule.alongRows);
  }

  SmallVector<Value> readTap(Builder &b, const BufferViews &views, unsigned i,
                             const Tap &tap, TilePosition position) const {
    if (auto vectors = transposed.find(i); vectors != transposed.end())
      return {vectors->second.read(b, getNumber(b, tap), position.row,
                                   image.has_value())};
    if (image && i == imageInput)
      return readImage(b, tap, position);
    const OperandBlock &block = context.input(i);
    Value view = block.getTapView(b, views.loads[i], tap);
    if (!block.getOperand().dependsOn(plan().cols))
      return {block.read(b, view, position.row, IndexMath(b).constant(0))};
    return readTiles(b, block, view, position, plan().columnBlocks);
  }

  /// Reads the column blocks of the transposed image.
  SmallVector<Value> readImage(Builder &b, const Tap &tap,
                               TilePosition position) const {
    IndexMath math(b);
    SmallVector<Value> tiles;
    for (int64_t p = 0; p < plan().columnBlocks; ++p)
      tiles.push_back(image->read(
          b, tap,
          {position.row, math.add(position.col, p * columnBlockWidth())}));
    return tiles;
  }

  Tiles readTap(Builder &b, const BufferViews &views, const Tap &tap,
                TilePosition position, bool shared) const {
    Tiles tiles(group().inputs.size());
    for (unsigned i = 0; i < tiles.size(); ++i)
      if (isSharedInput(i) == shared)
        tiles[i] = readTap(b, views, i, tap, position);
    return tiles;
  }

  //===--------------------------------------------------------------------===//
  // Combinations
  //===--------------------------------------------------------------------===//

  /// Returns no values if the first taps are the accumulators.
  SmallVector<Value> getStart(Builder &b, const BufferViews &views,
                              TilePosition position) const {
    if (group().init)
      return readColumnBlocks(b, context.init(), views.loads.back(), position,
                              plan().columnBlocks);
    TileArithmetic arithmetic(b, context.variant);
    bool isFloatSum = group().combiner == vector::CombiningKind::ADD &&
                      isa<FloatType>(group().accumulator);
    TypedAttr neutral = getNeutral(group().combiner, group().accumulator);
    Value start = arithmetic.splat(group().initConstant);
    Value none = arithmetic.splat(neutral);
    bool isNeutral =
        start.getDefiningOp()->getAttrs() == none.getDefiningOp()->getAttrs();
    return SmallVector<Value>(
        plan().columnBlocks,
        isNeutral && !isFloatSum && !schedule.loopsOverTaps ? Value() : start);
  }

  Value widen(Builder &b, unsigned input, ArrayRef<Value> tiles,
              int64_t columnBlock) const {
    TileArithmetic arithmetic(b, context.variant);
    const OperandBlock &block = context.input(input);
    int64_t parts = block.getTileType().getDimSize(1) / columnBlockWidth();
    bool isVector = !block.getOperand().dependsOn(plan().cols);
    return isVector ? arithmetic.widen(tiles.front(), 0)
                    : arithmetic.widen(tiles[columnBlock / parts],
                                       columnBlock % parts);
  }

  void combine(Builder &b, const Tiles &streamed, const Tiles &shared,
               MutableArrayRef<Value> accumulators) const {
    for (int64_t p = 0; p < plan().columnBlocks; ++p) {
      TileArithmetic arithmetic(b, context.variant);
      for (auto [i, input] : llvm::enumerate(group().inputs))
        arithmetic.set(
            input.argument,
            widen(b, i, isSharedInput(i) ? shared[i] : streamed[i], p));
      accumulators[p] = combineTap(b, group(), arithmetic, accumulators[p]);
    }
  }

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
    SmallVector<Tiles> kept;
    if (schedule.keepsShared)
      for (int64_t tap = 0; tap < taps; ++tap)
        kept.push_back(readTap(b, views, getTap(b, tap),
                               getPosition(b, line, math.constant(0), 0),
                               /*shared=*/true));
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
    int64_t tile = k % schedule.sideBySide;
    return readTap(b, views, getTap(b, k / schedule.sideBySide),
                   getPosition(b, line, first, tile), /*shared=*/false);
  }

  Carried emitIteration(Builder &b, const BufferViews &views, const Line &line,
                        ArrayRef<Tiles> kept, Value first,
                        Carried before) const {
    int64_t side = schedule.sideBySide, count = taps * side;
    Value next = IndexMath(b).add(first, side);
    SmallVector<Tiles> loaded = std::move(before.loaded);
    Carried after;
    after.first = first;
    for (int64_t tile = 0; tile < side; ++tile)
      after.results.append(
          getStart(b, views, getPosition(b, line, first, tile)));
    if (schedule.loopsOverTaps) {
      store(b, views, line, before.results, before.first);
      after.results = loopOverTaps(b, views, line, first, {}, after.results);
      return after;
    }
    Tiles shared;
    for (int64_t k = 0; k < count; ++k) {
      int64_t following = k + schedule.ahead;
      loaded.push_back(load(b, views, line, following < count ? first : next,
                            following % count));
      if (k % side == 0)
        shared = kept.empty() ? Tiles(group().inputs.size()) : kept[k / side];
      combine(b, loaded[k], shared, getAccumulators(after.results, k % side));
      if (k + 1 == side)
        store(b, views, line, before.results, before.first);
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
    Tiles shared = readTap(b, views, tap, getPosition(b, line, first, 0),
                           /*shared=*/true);
    for (int64_t tile = 0; tile < schedule.sideBySide; ++tile)
      combine(b,
              readTap(b, views, tap, getPosition(b, line, first, tile),
                      /*shared=*/false),
              shared, getAccumulators(results, tile));
  }

  void store(Builder &b, const BufferViews &views, const Line &line,
             ArrayRef<Value> results, Value first) const {
    for (int64_t tile = 0; tile < schedule.sideBySide; ++tile) {
      SmallVector<Value> own(
          results.slice(tile * plan().columnBlocks, plan().columnBlocks));
      if (image)
        for (Value &columnBlock : own)
          columnBlock = image->transposeResult(b, columnBlock);
      emitLastBody(b, views, own, getPosition(b, line, first, tile),
                   plan().columnBlocks);
    }
  }

  int64_t taps;
  TapSchedule schedule;
  std::map<unsigned, TapVectors> transposed;
  std::optional<TransposedImage> image;
  unsigned imageInput = 0;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::createWindowReductionEmitter(const FusionGroupContext &context) {
  return std::make_unique<WindowReductionEmitter>(context);
}
