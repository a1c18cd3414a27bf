//===- AccumulatorShape.cpp - column blocks and accumulators --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The register block of a contraction is found by exhaustive search over sides
// that are powers of two, in chains also divisors of the columns, by cycles for
// the whole result: larger ones load fewer operands per product, smaller ones
// leave registers to the epilogue.
//
//===----------------------------------------------------------------------===//

#include "DimensionRoles.h"
#include "Plan/Blocks/StepCost.h"
#include "matrix/Frontend/Techniques.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <tuple>

using namespace mlir;
using namespace matrix;

/// Sets `columnBlocks` to the number of column blocks of the narrowest of these
/// types.
template <typename Range>
static void raiseColumnBlocks(int64_t &columnBlocks, const Range &operands) {
  for (const StridedOperand &operand : operands)
    columnBlocks = std::max<int64_t>(
        columnBlocks, 32 / operand.getElementType().getIntOrFloatBitWidth());
}

int64_t matrix::countColumnBlocks(const FusionGroup &group) {
  int64_t columnBlocks = 1;
  raiseColumnBlocks(columnBlocks, group.outputs);
  raiseColumnBlocks(columnBlocks, group.epilogueInputs);
  if (group.kind != FusionGroupKind::Contraction)
    raiseColumnBlocks(columnBlocks, group.inputs);
  if (group.init)
    raiseColumnBlocks(columnBlocks, ArrayRef<StridedOperand>(*group.init));
  return columnBlocks;
}

/// Returns the least power of two that covers the dimension's tiles.
static int64_t coveringPower(const FusionGroup &group, const BlockPlan &plan,
                             int dim, int64_t tile) {
  return int64_t(llvm::PowerOf2Ceil(
      llvm::divideCeil(plan.wholeSpan(group, dim, tile), tile)));
}

/// Returns the number of accumulators that cover the result, which has as many
/// tiles or fewer.
static double countCovering(const FusionGroup &group, const BlockPlan &plan,
                            const desc::VariantInfo &variant) {
  return double(countRegisterBlocks(
                    plan,
                    {plan.wholeSpan(group, plan.rows, variant.tileRows),
                     plan.wholeSpan(group, plan.cols, variant.tileColumns(32)),
                     /*depth=*/1},
                    variant) *
                plan.accumulatorRows * plan.accumulatorCols);
}

/// Chooses as many accumulators as registers permit beside the operands and
/// temporaries of an epilogue, but at most as many as the problem has tiles. Of
/// several shapes the one with the fewest cycles is chosen: contractions and
/// loads of operands overlap.
void matrix::chooseAccumulators(const FusionGroup &group,
                                const desc::VariantInfo &variant,
                                BlockPlan &plan, int64_t maximumRows,
                                bool fillsColumns) {
  ContractionRates rates(group, plan, variant);
  int64_t limit = std::max(plan.columnBlocks, getMaxAccumulators(variant));
  if (isDisabled(group.root, Technique::RegisterBlocks))
    maximumRows = 1;
  int64_t maxRows = std::min(
      maximumRows, coveringPower(group, plan, plan.rows, variant.tileRows));
  int64_t maxCols =
      std::max(plan.columnBlocks,
               coveringPower(group, plan, plan.cols, variant.tileColumns(32)));
  int64_t colTiles = llvm::divideCeil(
      plan.wholeSpan(group, plan.cols, variant.tileColumns(32)),
      variant.tileColumns(32));
  BlockPlan chosen = plan;
  chosen.accumulatorRows = 1;
  chosen.accumulatorCols = plan.columnBlocks;
  // Whether the operands lack registers, cycles and loads of a contraction.
  std::tuple<bool, double, double> best = {true, HUGE_VAL, HUGE_VAL};
  auto isCandidate = [&](int64_t cols) {
    return llvm::isPowerOf2_64(cols) || (fillsColumns && colTiles % cols == 0);
  };
  for (int64_t rows = 1; rows <= maxRows; rows *= 2)
    for (int64_t cols = plan.columnBlocks;
         cols <= maxCols && rows * cols <= limit; cols += plan.columnBlocks) {
      if (!isCandidate(cols))
        continue;
      double products = double(rows * cols);
      double loads =
          double(rows) * rates.lhsLoad + double(cols) * rates.rhsLoad;
      double iteration = std::max(
          {rates.product + rates.exposedLoad(rows, cols) / products,
           loads / products, (rates.product + rates.latency) / products});
      plan.accumulatorRows = rows;
      plan.accumulatorCols = cols;
      std::tuple<bool, double, double> cost = {
          countRegisters(rows, cols) > variant.tileRegisters,
          countCovering(group, plan, variant) *
              (group.epilogue ? countAccumulatorCycles(group, plan, rates,
                                                       iteration, variant)
                              : iteration),
          loads / products};
      if (cost < best) {
        best = cost;
        chosen = plan;
      }
    }
  plan = chosen;
}
