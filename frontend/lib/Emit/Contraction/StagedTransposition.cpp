//===- StagedTransposition.cpp - transposition beside products ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register blocks beside whose products tiles of the image are transposed
// (TranspositionSchedule.h): the first iterations of their loops over depth
// load and store tiles between their products, in the order in which the pipes
// are free.
//
//===----------------------------------------------------------------------===//

#include "OverlappedProducts.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

namespace {

/// The tiles of one iteration.
struct StagedTransposition {
  StagedTransposition(ImplicitLocOpBuilder &builder,
                      const FusionGroupContext &context,
                      const StepTransposition &step, Value first)
      : builder(builder), schedule(*step.schedule),
        block(context.input(schedule.input)), bufferIndex(step.bufferIndex),
        first(first) {}

  /// Reads and writes the tiles that are due before product `n` of `size`. A
  /// pipe has one access for each quarter of the products, and a tile arrives
  /// in a quarter.
  void advance(int64_t n, int64_t size) {
    int64_t quarter = std::max<int64_t>(size / 4, 1);
    for (int64_t i = 0; i < countTiles(); ++i) {
      if (n == std::min(quarter * (1 + i), size - 1))
        tiles.push_back(
            block.readStaged(builder, bufferIndex, getNumber(i), getPart(i)));
      if (n == quarter * (3 + i))
        write();
    }
  }

  /// Writes the tiles that are left.
  void finish() {
    while (numWritten < countTiles())
      write();
  }

private:
  int64_t countTiles() const { return schedule.perIteration * schedule.parts; }
  void write() {
    block.writeStaged(builder, tiles[numWritten], getNumber(numWritten),
                      getPart(numWritten));
    ++numWritten;
  }
  Value getNumber(int64_t i) {
    IndexMath math(builder);
    return math.min(math.add(first, i / schedule.parts), schedule.total - 1);
  }
  int64_t getPart(int64_t i) const { return i % schedule.parts; }

  ImplicitLocOpBuilder &builder;
  const TranspositionSchedule &schedule;
  const OperandBlock &block;
  Value bufferIndex, first;
  SmallVector<Value> tiles;
  int64_t numWritten = 0;
};

} // namespace

Value OverlappedProducts::getStaged(ImplicitLocOpBuilder &builder,
                                    Value block) const {
  const TranspositionSchedule *schedule = step.transposition.schedule;
  if (!schedule)
    return {};
  IndexMath math(builder);
  return math.add(math.mul(block, schedule->perBlock), schedule->first);
}

/// Register blocks of the first rows alone need tiles. If they are all, the
/// last one repeats tiles instead of being other code.
Value OverlappedProducts::countStaging(ImplicitLocOpBuilder &builder,
                                       Value count) const {
  const TranspositionSchedule *schedule = step.transposition.schedule;
  IndexMath math(builder);
  if (!schedule)
    return math.constant(1);
  std::optional<int64_t> extent = getConstantIntValue(rows);
  if (extent && *extent <= blockRows() && !step.part.first)
    return count;
  return math.min(count, schedule->blocks);
}

SmallVector<Value>
OverlappedProducts::replaceBlocks(ImplicitLocOpBuilder &builder, Value count,
                                  SmallVector<Value> carried) const {
  Value begin = IndexMath(builder).constant(1),
        staging = countStaging(builder, count);
  auto replace = [&](Value from, Value to, bool isStaging) {
    carried = emitLoop(
        builder, from, to, 1, carried,
        [&](ImplicitLocOpBuilder &b, Value block, ValueRange values) {
          TilePosition previous = {values.drop_back().back(), values.back()};
          return replaceBlock(b, previous, values.drop_back(2),
                              isStaging ? getStaged(b, block) : Value());
        });
  };
  if (step.transposition.schedule)
    replace(begin, staging, true);
  if (staging != count)
    replace(staging, count, false);
  return carried;
}

/// Emits iterations 0 to `count` - 1: a loop over `unrolled` of them, and the
/// rest.
static SmallVector<Value> emitUnrolled(
    ImplicitLocOpBuilder &builder, int64_t count, int64_t unrolled,
    ValueRange init,
    function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value, ValueRange)>
        body) {
  IndexMath math(builder);
  int64_t repeated = count > unrolled ? llvm::alignDown(count, unrolled) : 0;
  SmallVector<Value> carried(init);
  if (repeated > 0)
    carried = emitLoop(
        builder, math.constant(0), math.constant(repeated), unrolled, carried,
        [&](ImplicitLocOpBuilder &b, Value first, ValueRange values) {
          SmallVector<Value> result(values);
          for (int64_t i = 0; i < unrolled; ++i)
            result = body(b, IndexMath(b).add(first, i), result);
          return result;
        });
  for (int64_t i = repeated; i < count; ++i)
    carried = body(builder, math.constant(i), carried);
  return carried;
}

SmallVector<Value>
OverlappedProducts::multiplyStaged(ImplicitLocOpBuilder &builder,
                                   TilePosition position, ValueRange carried,
                                   Value staged) const {
  const TranspositionSchedule &schedule = *step.transposition.schedule;
  int64_t size = products.numAccumulators(), depth = context.tileDepth();
  // Beside two tiles, longer code has too few registers.
  constexpr int64_t kUnrolled = 16, kUnrolledBesideTwo = 2;
  bool hasTwo = schedule.perIteration * schedule.parts > 1;
  auto multiply = [&](ImplicitLocOpBuilder &b, Value iteration,
                      ValueRange values) {
    IndexMath math(b);
    Value first = math.add(staged, math.mul(iteration, schedule.perIteration));
    StagedTransposition tiles(b, context, step.transposition, first);
    TileProducts::Hooks hooks;
    auto before = [&](int64_t n, ArrayRef<Value>) { tiles.advance(n, size); };
    hooks.before = before;
    Value k =
        math.mul(math.add(iteration, math.constant(epilogueTiles)), depth);
    SmallVector<Value> result =
        multiplyAndLoad(b, position, k, products.split(values.drop_front(size)),
                        values.take_front(size), hooks);
    tiles.finish();
    return result;
  };
  return emitUnrolled(builder, schedule.iterations(),
                      hasTwo ? kUnrolledBesideTwo : kUnrolled, carried,
                      multiply);
}
