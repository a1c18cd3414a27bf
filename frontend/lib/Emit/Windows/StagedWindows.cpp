//===- StagedWindows.cpp - images that are transposed row by row ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Windows that move in steps over the contiguous dimension. Loads and stores
// transpose tiles of the image beside the combinations of the tiles before:
//
//   for image rows of the result, some at once, without loops:
//     for combinations, in the order of the schedule:
//       store and load tiles of the image that are transposed
//       load tiles of the transposed image some combinations ahead
//       acc[tile] = combine(image, vectors[tap])
//       store results whose last tap it was
//   for tiles of the result:  transpose, epilogue, store
//
// Each row of the transposed image is a buffer of its own, so that accesses to
// different rows are independent (matrix-schedule-tiles). Tiles are transposed
// as late as possible at the rate of the combinations.
//
//===----------------------------------------------------------------------===//

#include "FlatEpilogue.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include <deque>

using namespace mlir;
using namespace matrix;

namespace {

class StagedWindowEmitter : public FlatEpilogue {
public:
  explicit StagedWindowEmitter(const FusionGroupContext &context)
      : FlatEpilogue(context),
        across(plan().block[getInner()] / widthOf(getInner())) {
    for (const TapLoad &load : schedule.loads)
      for (TapLoad::Use use : load.uses)
        offsets[{use.tile, use.tap}] = load.offset;
    orderLoads();
    orderTransposition();
  }

  void finish(Builder &builder, const BlockStep &step,
              const BufferViews &views) override {
    emitLines(builder, step, views, [&](Builder &b, const Line &line) {
      Value stacks = IndexMath(b).div(line.number, across);
      SmallVector<Tiles> kept(schedule.keptTaps);
      // A single stack loads vectors when it needs them.
      if (!isConstantIntValue(stacks, 1))
        for (auto [tap, vectors] : llvm::enumerate(kept))
          vectors = readVectors(b, views, line, tap);
      emitLoop(b, stacks, 1, [&](Builder &inside, Value stack) {
        OrderTilesOp::create(inside);
        emitStack(inside, {views, line, kept, stack});
      });
      emitEpilogue(b, views, line);
    });
  }

private:
  /// A tile of the transposed image, and the combination it is loaded for
  /// first.
  struct Load {
    int64_t row, column, use;
  };
  /// A tile of the image that is transposed; the combination before which it is
  /// stored.
  struct Part {
    int64_t row, columnTile;
    double place;
  };
  struct Stack {
    const BufferViews &views;
    const Line &line;
    MutableArrayRef<Tiles> kept; ///< empty tiles are not loaded yet
    Value number;
  };

  //===--------------------------------------------------------------------===//
  // Order
  //===--------------------------------------------------------------------===//

  int64_t getRow(int64_t tile) const { return tile % schedule.sideBySide; }
  int64_t getColumnTile(int64_t tile) const {
    return across - 1 - tile / schedule.sideBySide;
  }
  std::pair<int64_t, int64_t> findTile(TapLoad::Use use) const {
    auto [row, column] = image->divide(offsets.at({getRow(use.tile), use.tap}));
    return {row,
            column + getColumnTile(use.tile) * tileRows() * image->getStep()};
  }

  void orderLoads() {
    for (auto [i, use] : llvm::enumerate(schedule.order)) {
      auto [row, column] = findTile(use);
      if (numbers.try_emplace({row, column}, loads.size()).second)
        loads.push_back({row, column, int64_t(i)});
    }
  }

  /// Returns the combination before which the load is.
  int64_t getPlace(int64_t load) const {
    return load < schedule.ahead ? 0 : loads[load - schedule.ahead].use;
  }

  /// A tile is stored before the first load from it, and so long before the
  /// tiles that follow that all are distributed over the combinations.
  void orderTransposition() {
    std::map<std::pair<int64_t, int64_t>, int64_t> seen;
    for (auto [n, load] : llvm::enumerate(loads)) {
      int64_t first = load.column / tileRows();
      int64_t last =
          (load.column + (tileRows() - 1) * image->getStep()) / tileRows();
      last = std::min(last, image->countColumnTiles() - 1);
      for (int64_t columnTile = first; columnTile <= last; ++columnTile)
        if (seen.try_emplace({load.row, columnTile}, n).second)
          parts.push_back({load.row, columnTile, double(getPlace(n))});
    }
    double gap = double(schedule.order.size()) / double(parts.size());
    for (size_t i = parts.size() - 1; i > 0; --i)
      parts[i - 1].place = std::min(parts[i - 1].place, parts[i].place - gap);
  }

  //===--------------------------------------------------------------------===//
  // Code
  //===--------------------------------------------------------------------===//

  /// Reads the tiles that all windows share for a tap.
  Tiles readVectors(Builder &b, const BufferViews &views, const Line &line,
                    int64_t tap) const {
    return readTap(b, views, line, IndexMath(b).constant(0), 0, getTap(b, tap),
                   /*shared=*/true);
  }

  /// Values of a stack that are in registers.
  struct State {
    SmallVector<Value> loaded;
    size_t nextRead = 0, nextWrite = 0;
    std::deque<Value> parts;
    std::deque<Tiles> vectors; ///< of the next taps that are not kept
    size_t nextVectors = 0;    ///< combination
    std::vector<SmallVector<Value>> results;
    /// Combinations that complete a tile.
    std::deque<std::pair<int64_t, int64_t>> finished;
  };

  void emitStack(Builder &b, const Stack &stack) const {
    State state;
    state.results.resize(schedule.sideBySide * across);
    int64_t number = schedule.order.size();
    for (auto [i, use] : llvm::enumerate(schedule.order)) {
      transposeParts(b, stack, state, i);
      loadAhead(b, stack, state, i);
      combineUse(b, stack, state, use);
      if (use.tap + 1 == taps)
        state.finished.push_back({int64_t(i), use.tile});
      storeFinished(b, stack, state, i);
    }
    storeFinished(b, stack, state, number + kDelay);
  }

  void transposeParts(Builder &b, const Stack &stack, State &state,
                      int64_t place) const {
    auto isDue = [&](size_t part, double at) {
      return part < parts.size() && parts[part].place <= at;
    };
    while (isDue(state.nextWrite, double(place)) ||
           isDue(state.nextRead, double(place) + kEarly)) {
      bool isFull = state.parts.size() >= kMaxParts ||
                    !isDue(state.nextRead, double(place) + kEarly);
      if (isFull && !isDue(state.nextWrite, double(place)))
        break;
      if (isFull)
        writePart(b, state);
      else
        readPart(b, stack, state);
    }
  }

  void readPart(Builder &b, const Stack &stack, State &state) const {
    IndexMath math(b);
    const Part &part = parts[state.nextRead++];
    Value row = math.add(math.mul(stack.number, getRowsOfStack()), part.row);
    state.parts.push_back(image->readBox(b, stack.views.loads[imageInput],
                                         math.div(stack.line.outer, tileRows()),
                                         row, part.columnTile));
  }

  void writePart(Builder &b, State &state) const {
    const Part &part = parts[state.nextWrite++];
    image->writeRow(b, state.parts.front(), part.row, part.columnTile);
    state.parts.pop_front();
  }

  /// Returns the rows of the image from one stack to the next.
  int64_t getRowsOfStack() const {
    int64_t elements = schedule.sideBySide * plan().block[getInner()];
    return image->divide(matrix::getDistance(image->getColumns(), elements))
        .first;
  }

  void loadAhead(Builder &b, const Stack &stack, State &state,
                 int64_t place) const {
    for (; state.nextVectors < schedule.order.size() &&
           int64_t(state.nextVectors) <= place + kVectorsAhead;
         ++state.nextVectors) {
      int64_t tap = schedule.order[state.nextVectors].tap;
      if (tap >= schedule.keptTaps)
        state.vectors.push_back(readVectors(b, stack.views, stack.line, tap));
      else if (stack.kept[tap].empty())
        stack.kept[tap] = readVectors(b, stack.views, stack.line, tap);
    }
    for (size_t n = state.loaded.size();
         n < loads.size() && getPlace(n) <= place; ++n)
      state.loaded.push_back(image->readRow(b, loads[n].row, loads[n].column));
  }

  void combineUse(Builder &b, const Stack &stack, State &state,
                  TapLoad::Use use) const {
    Tiles streamed(group().inputs.size());
    streamed[imageInput] = {state.loaded[numbers.at(findTile(use))]};
    SmallVector<Value> &accumulators = state.results[use.tile];
    Value zero = IndexMath(b).constant(0);
    if (use.tap == 0)
      accumulators = getStart(b, stack.views, {zero, zero});
    if (use.tap < schedule.keptTaps)
      return combine(b, streamed, stack.kept[use.tap], accumulators);
    combine(b, streamed, state.vectors.front(), accumulators);
    state.vectors.pop_front();
  }

  /// Stores the results that were completed some combinations before.
  void storeFinished(Builder &b, const Stack &stack, State &state,
                     int64_t place) const {
    IndexMath math(b);
    ArrayRef<IndexDigit> digits = context.stores.front().getDigits(false);
    int64_t block = plan().block[getInner()];
    Value first = getOffset(
        math, math.mul(stack.number, schedule.sideBySide * block), digits);
    for (; !state.finished.empty() &&
           state.finished.front().first + kDelay <= place;
         state.finished.pop_front()) {
      int64_t tile = state.finished.front().second;
      int64_t own = getRow(tile) * block + getColumnTile(tile) * tileRows();
      image->writeResult(b, state.results[tile].front(),
                         math.add(first, matrix::getDistance(digits, own)));
    }
  }

  /// Combinations between the last one of a tile and its store.
  static constexpr int64_t kDelay = 2;
  static constexpr int64_t kVectorsAhead = 3;
  /// Tiles that are transposed are loaded by so many combinations before they
  /// are stored, and at most so many at once.
  static constexpr double kEarly = 2.5;
  static constexpr size_t kMaxParts = 4;
  int64_t across; ///< tiles of an image row
  std::map<std::pair<int64_t, int64_t>, int64_t> offsets;
  std::map<std::pair<int64_t, int64_t>, size_t> numbers;
  std::vector<Load> loads;
  std::vector<Part> parts;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::createStagedWindowEmitter(const FusionGroupContext &context) {
  return std::make_unique<StagedWindowEmitter>(context);
}
