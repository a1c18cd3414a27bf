//===- RegisterShapes.cpp - alternatives of register blocks ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sides of register blocks are any numbers of tiles. The share of a core counts
// whole tiles of the result and of its depth.
//
//===----------------------------------------------------------------------===//

#include "RegisterShapes.h"
#include "Plan/Blocks/BlockSizes.h"
#include "Plan/Blocks/ContractionRates.h"
#include "Plan/Blocks/RegisterBlocks.h"
#include "Plan/Residents/ResidentBlock.h"
#include "matrix/Frontend/Techniques.h"

using namespace mlir;
using namespace matrix;

static int64_t countTiles(const FusionGroup &group, const BlockPlan &plan,
                          int dim, int64_t width) {
  return plan.wholeSpan(group, dim, width) / width;
}

/// Returns the columns of register blocks: the present ones and, of continuous
/// tiles, whose number the present ones do not consider, more.
static SmallVector<int64_t> getColumns(const FusionGroup &group,
                                       const BlockPlan &plan,
                                       const desc::VariantInfo &variant) {
  SmallVector<int64_t> result = {plan.accumulatorCols};
  int64_t continuous =
      BlockSizes(group, plan, variant).continuousExtent(plan.cols);
  if (continuous == 0)
    return result;
  int64_t span = continuous;
  for (int dim : plan.innerCols)
    span *= group.dims[dim].extent;
  int64_t tiles = llvm::divideCeil(span, variant.tileColumns(32));
  while (2 * result.back() <= tiles)
    result.push_back(2 * result.back());
  return result;
}

SmallVector<RegisterShape>
matrix::getRegisterShapes(const FusionGroup &group, const BlockPlan &plan,
                          const desc::VariantInfo &variant) {
  RegisterShape present = {plan.accumulatorRows, plan.accumulatorCols};
  SmallVector<RegisterShape> result = {present};
  if (!plan.hasWindows || isDisabled(group.root, Technique::RegisterBlocks))
    return result;
  int64_t tiles = countTiles(group, plan, plan.rows, variant.tileRows);
  for (int64_t cols : getColumns(group, plan, variant))
    for (int64_t rows : {present.rows, 2 * present.rows, present.rows / 2})
      if (rows >= 1 && rows <= tiles &&
          (rows != present.rows || cols != present.cols) &&
          rows * cols <= getMaxAccumulators(variant) &&
          (cols == present.cols ||
           countRegisters(rows, cols) <= variant.tileRegisters))
        result.push_back({rows, cols});
  return result;
}

bool matrix::dividesUnevenly(const FusionGroup &group, const BlockPlan &plan,
                             const PlanCost &cost,
                             const desc::VariantInfo &variant, int64_t cores) {
  constexpr double kMaxShare = 1.08;
  if (cores == 1 || plan.hasWindows || hasResidents(group) ||
      isDisabled(group.root, Technique::RegisterBlocks))
    return false;
  int64_t tiles =
      countTiles(group, plan, plan.rows, variant.tileRows) *
      countTiles(group, plan, plan.cols, variant.tileColumns(32)) *
      countDepthTiles(group, plan.extentOf(group, plan.depth), variant);
  return cost.products * double(cores) >
         kMaxShare * double(tiles) * getProductCycles(group, variant);
}

SmallVector<RegisterShape>
matrix::getOtherShapes(const FusionGroup &group, const BlockPlan &plan,
                       const desc::VariantInfo &variant) {
  constexpr int64_t kMinAccumulators = 3;
  int64_t limit = getMaxAccumulators(variant),
          rows = countTiles(group, plan, plan.rows, variant.tileRows),
          cols = countTiles(group, plan, plan.cols, variant.tileColumns(32));
  SmallVector<RegisterShape> result;
  for (int64_t r = 1; r <= std::min(rows, limit); ++r)
    for (int64_t c = plan.columnBlocks; c <= cols && r * c <= limit;
         c += plan.columnBlocks)
      if (r * c >= kMinAccumulators &&
          countRegisters(r, c) <= variant.tileRegisters)
        result.push_back({r, c});
  return result;
}

bool matrix::isEvener(const PlanCost &cost, const PlanCost &other) {
  constexpr double kCompute = 0.9, kPredicted = 1.01;
  return cost.isOrdered == other.isOrdered &&
         cost.compute < kCompute * other.compute &&
         cost.predicted < kPredicted * other.predicted;
}
