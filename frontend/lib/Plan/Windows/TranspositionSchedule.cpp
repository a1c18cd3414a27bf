//===- TranspositionSchedule.cpp - transposition beside products ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With r[b] the tiles that register block b needs, first + b * perBlock >= r[b]
// for each b. The number beside a block is the least one that permits
// first = r[0], but at most two tiles for each iteration of its loop over
// depth: `first` is then larger.
//
//===----------------------------------------------------------------------===//

#include "TranspositionSchedule.h"
#include "Plan/Blocks/BlockCost.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "matrix/Frontend/Techniques.h"

using namespace mlir;
using namespace matrix;

/// Returns how many numbers there are until the last one with that position.
static int64_t countUntil(const StagedOperand &staged, const StagedTiles &tiles,
                          int64_t position, const desc::VariantInfo &variant) {
  int64_t group =
      staged.groups == 1
          ? 0
          : std::min(position / staged.groupPositions, staged.groups - 1);
  int64_t tile =
      (position - group * staged.groupPositions) / int64_t(variant.tileRows);
  return (group * tiles.positions + std::min(tile, tiles.positions - 1) + 1) *
         tiles.numbersOfPosition();
}

/// Returns how many numbers each register block along the columns needs.
static SmallVector<int64_t> getNeeded(const BlockPlan &plan,
                                      const WindowLayout &layout,
                                      const StagedTiles &tiles,
                                      const desc::VariantInfo &variant) {
  const StagedOperand &staged = *layout.transposition;
  int64_t lastTap = getDistance(layout.cols, plan.spanOf(plan.depth) - 1);
  int64_t width = plan.accumulatorCols * variant.tileColumns(32);
  SmallVector<int64_t> needed;
  int64_t last = 0;
  for (int64_t column = 0; column < plan.spanOf(plan.cols); ++column) {
    int64_t element = getDistance(layout.rows, column) + lastTap;
    last = std::max(last,
                    countUntil(staged, tiles, element / staged.pitch, variant));
    needed.resize(column / width + 1, last);
    needed.back() = last;
  }
  return needed;
}

/// Returns whether the pipe of loads has time for that many tiles beside the
/// operands of an iteration.
static bool hasTime(const FusionGroup &group, const BlockPlan &plan,
                    const desc::VariantInfo &variant, int64_t tiles) {
  ContractionRates rates(group, plan, variant);
  auto rows = double(plan.accumulatorRows), cols = double(plan.accumulatorCols);
  Type element = group.inputs[group.rhs].getElementType();
  auto load =
      double(getLoadCycles(LoadKind::Transposed, element, variant).value_or(0));
  return rows * rates.lhsLoad + cols * rates.rhsLoad + double(tiles) * load <=
         rows * cols * rates.product;
}

/// Returns the layout of the image if the depth of its transposed box is
/// contiguous, and register blocks have products to hide transpositions behind.
static std::optional<WindowLayout>
getTransposedLayout(const FusionGroup &group, const BlockPlan &plan,
                    const desc::VariantInfo &variant) {
  constexpr int64_t kMinAccumulators = 4;
  if (!plan.hasWindows || plan.depth < 0 ||
      plan.accumulatorRows * plan.accumulatorCols < kMinAccumulators ||
      !hasConstantExtent(group, plan, plan.depth) ||
      isDisabled(group.root, Technique::RegisterBlocks))
    return std::nullopt;
  std::optional<WindowLayout> layout =
      getWindowLayout(group, plan, variant, group.inputs[group.rhs], plan.cols,
                      plan.depth, /*isOutput=*/false);
  if (!layout || !layout->transposition || layout->transposition->packing ||
      !layout->transposition->hasDepth)
    return std::nullopt;
  return layout;
}

/// Chooses the numbers beside a register block, and those before the first one.
static void distribute(TranspositionSchedule &schedule,
                       ArrayRef<int64_t> needed, int64_t iterations) {
  auto forEachLater = [&](auto update) {
    for (size_t block = 1; block < needed.size(); ++block)
      update(int64_t(block), needed[block]);
  };
  forEachLater([&](int64_t block, int64_t number) {
    schedule.perBlock =
        std::max(schedule.perBlock,
                 int64_t(llvm::divideCeil(number - needed.front(), block)));
  });
  if (schedule.perBlock > iterations && schedule.parts == 1)
    schedule.perIteration = 2;
  schedule.perBlock =
      std::min(schedule.perBlock, iterations * schedule.perIteration);
  schedule.first = needed.front();
  forEachLater([&](int64_t block, int64_t number) {
    schedule.first =
        std::max(schedule.first, number - block * schedule.perBlock);
  });
}

std::optional<TranspositionSchedule>
matrix::scheduleTransposition(const FusionGroup &group, const BlockPlan &plan,
                              const desc::VariantInfo &variant,
                              int64_t iterations) {
  std::optional<WindowLayout> layout =
      getTransposedLayout(group, plan, variant);
  if (!layout || iterations < 1)
    return std::nullopt;
  Type element = group.inputs[group.rhs].getElementType();
  StagedTiles tiles(*layout->transposition, variant.tileRows,
                    variant.tileColumns(element.getIntOrFloatBitWidth()));
  SmallVector<int64_t> needed = getNeeded(plan, *layout, tiles, variant);
  TranspositionSchedule schedule;
  schedule.input = group.rhs;
  schedule.parts = tiles.parts;
  schedule.total = tiles.count();
  schedule.blocks = int64_t(needed.size()) - 1;
  distribute(schedule, needed, iterations);
  if (schedule.perBlock == 0 ||
      !hasTime(group, plan, variant, schedule.perIteration * schedule.parts))
    return std::nullopt;
  return schedule;
}
