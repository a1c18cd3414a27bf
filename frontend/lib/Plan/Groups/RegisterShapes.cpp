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

SmallVector<RegisterShape>
matrix::getRegisterShapes(const FusionGroup &group, const BlockPlan &plan,
                          const desc::VariantInfo &variant) {
  RegisterShape present = {plan.accumulatorRows, plan.accumulatorCols};
  SmallVector<RegisterShape> result = {present};
  if (!plan.hasWindows || isDisabled(group.root, Technique::RegisterBlocks))
    return result;
  int64_t maximum =
      std::min(getMaxAccumulators(variant) / present.cols,
               countTiles(group, plan, plan.rows, variant.tileRows));
  for (int64_t rows : {2 * present.rows, present.rows / 2})
    if (rows >= 1 && rows <= maximum)
      result.push_back({rows, present.cols});
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
