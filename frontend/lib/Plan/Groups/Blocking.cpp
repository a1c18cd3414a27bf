//===- Blocking.cpp - block sizes of fusion groups ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts from the first blocks (FirstBlocks.h), and orders the loops over
// blocks. Extents of contractions and windows, register blocks, and the grid of
// cores then minimize the cost function (BlockCost.h, WindowCost.h) over all
// that fit. If a block has the whole depth, the operand of the outer loop stays
// in the scratchpad while the other one is streamed: both orders of the loops
// over rows and columns are tried. If the preferred register block divides the
// tiles unevenly over the cores, others are tried as well (RegisterShapes.h).
//
//===----------------------------------------------------------------------===//

#include "Blocking.h"
#include "FirstBlocks.h"
#include "GroupCost.h"
#include "Plan/Blocks/BlockSizes.h"
#include "Plan/Blocks/DimensionRoles.h"
#include "Plan/Blocks/WindowReduction.h"
#include "Plan/Residents/ResidentBlock.h"
#include "Plan/Windows/WindowCost.h"
#include "RegisterShapes.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {

/// Minimizes the cost function over block extents, grids and register blocks.
struct BlockPlanner : FirstBlocks {
  using FirstBlocks::FirstBlocks;

  /// Returns block extents of a dimension: the smallest ones for 1, 2, 3, 4,
  /// 6, 8, 12, .. blocks.
  SmallVector<int64_t> extents(int dim) const {
    if (dim < 0)
      return {1};
    int64_t extent = group.dims[dim].extent;
    int64_t minimum = plan.isInner(dim) ? 1 : minimumExtent(dim);
    SmallVector<int64_t> result;
    if (int64_t continuous =
            BlockSizes(group, plan, variant).continuousExtent(dim))
      result.push_back(continuous);
    size_t first = result.size();
    auto add = [&](int64_t count) {
      int64_t block = llvm::alignTo(llvm::divideCeil(extent, count), minimum);
      if (result.size() == first || block < result.back())
        result.push_back(block);
    };
    for (int64_t count = 1; result.size() == first || result.back() > minimum;
         count *= 2) {
      add(count);
      if (count > 1)
        add(count / 2 * 3);
    }
    return result;
  }

  PlanCost minimizeContraction(int64_t budget, PlanCandidates *candidates) {
    PlanCost minimum;
    BlockPlan best = plan;
    auto search = [&](RegisterShape shape, auto isBetter) {
      BlockPlan first = plan;
      PlanCost cost = minimizeShape(shape, budget, candidates);
      if (isBetter(cost)) {
        minimum = cost;
        best = plan;
      }
      plan = first;
    };
    // Errors of the cost function exceed smaller differences of shapes that the
    // choice of accumulators does not prefer.
    constexpr double kOtherColumns = 0.95;
    int64_t preferredCols = plan.accumulatorCols;
    for (RegisterShape shape : getRegisterShapes(group, plan, variant))
      search(shape, [&](const PlanCost &cost) {
        bool isOther = shape.cols != preferredCols &&
                       best.accumulatorCols == preferredCols;
        return cost.predicted <
               (isOther ? kOtherColumns : 1) * minimum.predicted;
      });
    plan = best;
    PlanCost preferred = minimum;
    if (dividesUnevenly(group, plan, minimum, variant, cores))
      for (RegisterShape shape : getOtherShapes(group, plan, variant))
        search(shape, [&](const PlanCost &cost) {
          return isEvener(cost, preferred) && cost.compute < minimum.compute;
        });
    plan = best;
    return minimum;
  }

  /// Minimizes the cost with register blocks of that shape.
  PlanCost minimizeShape(RegisterShape shape, int64_t budget,
                         PlanCandidates *candidates) {
    bool isPresent = shape.rows == plan.accumulatorRows &&
                     shape.cols == plan.accumulatorCols;
    PlanCost minimum;
    if (!isPresent) {
      plan.grid.clear();
      plan.accumulatorRows = shape.rows;
      plan.accumulatorCols = shape.cols;
      if (!chooseFirstBlocks(budget))
        return minimum;
    }
    ContractionRates rates(group, plan, variant);
    BlockPlan best = plan;
    auto minimize = [&](ArrayRef<int64_t> depths) {
      PlanCost cost =
          minimizeCost(budget, candidates, hasMulticast(variant), depths, [&] {
            return estimateCycles(group, plan, rates, variant, cores);
          });
      if (cost.predicted < minimum.predicted) {
        minimum = cost;
        best = plan;
      }
    };
    SmallVector<int64_t> depths = extents(plan.depth);
    minimize(depths);
    if (exchangeLoops())
      minimize(chooseWholeDepth(depths));
    plan = best;
    return minimum;
  }

  /// Exchanges the loops over blocks of rows and of columns; returns false if
  /// the group lacks one.
  bool exchangeLoops() {
    auto rows = llvm::find(plan.distributedDims, plan.rows),
         cols = llvm::find(plan.distributedDims, plan.cols),
         end = plan.distributedDims.end();
    if (rows == end || cols == end || plan.depth < 0)
      return false;
    std::iter_swap(rows, cols);
    return true;
  }

  /// Sets the block of depth to the whole one and returns its extents: in steps
  /// over the depth, neither operand stays in the scratchpad.
  SmallVector<int64_t> chooseWholeDepth(ArrayRef<int64_t> depths) {
    auto isWhole = [&](int64_t depth) {
      return depth >= plan.extentOf(group, plan.depth);
    };
    auto whole = llvm::to_vector(llvm::make_filter_range(depths, isWhole));
    plan.block[plan.depth] = whole.front();
    plan.grid.clear();
    updateCounts();
    return whole;
  }

  PlanCost minimizeWindows(int64_t budget, PlanCandidates *candidates) {
    TapRates rates(group, plan, variant);
    return minimizeCost(
        budget, candidates, /*hasGrids=*/false, extents(plan.depth), [&] {
          return estimateWindowCycles(group, plan, rates, variant, cores);
        });
  }

  /// Chooses the blocks that fit and take the fewest cycles by the cost
  /// function, if they are better than the present ones. Returns their cost.
  PlanCost minimizeCost(int64_t budget, PlanCandidates *candidates,
                        bool hasGrids, ArrayRef<int64_t> depths,
                        function_ref<PlanCost()> estimate) {
    BlockPlan best = plan;
    PlanCost minimum;
    auto compare = [&] {
      if (footprint() > budget || !fitsResidents(group, plan, variant, cores))
        return;
      PlanCost cost = estimate();
      if (candidates)
        candidates->add(plan, cost);
      if (cost.predicted < minimum.predicted) {
        minimum = cost;
        best = plan;
      }
    };
    compare();
    auto consider = [&](ArrayRef<std::pair<int, int64_t>> blocks) {
      for (auto [dim, block] : blocks)
        if (dim >= 0)
          plan.block[dim] = block;
      updateCounts();
      plan.grid.clear();
      compare();
      if (cores > 1 && hasGrids)
        forEachGrid(plan, cores, compare);
    };
    int innerRow = plan.innerRows.empty() ? -1 : plan.innerRows.back();
    int innerCol = plan.innerCols.empty() ? -1 : plan.innerCols.back();
    for (int64_t rows : extents(plan.rows))
      for (int64_t cols : extents(plan.cols))
        for (int64_t depth : depths)
          for (int64_t imageRows : extents(innerRow))
            for (int64_t imageCols : extents(innerCol))
              consider({{plan.rows, rows},
                        {plan.cols, cols},
                        {plan.depth, depth},
                        {innerRow, imageRows},
                        {innerCol, imageCols}});
    plan = best;
    return minimum;
  }
};

} // namespace

void PlanCandidates::add(const BlockPlan &plan, const PlanCost &cost) {
  ++number;
  auto isSame = [&](const PlanCandidate &other) {
    return other.plan.block == plan.block && other.plan.grid == plan.grid &&
           (other.plan.distributedDims == plan.distributedDims ||
            other.cost->predicted == cost.predicted) &&
           other.plan.accumulatorRows == plan.accumulatorRows &&
           other.plan.accumulatorCols == plan.accumulatorCols;
  };
  if (llvm::any_of(best, isSame))
    return;
  auto worse = llvm::find_if(best, [&](const PlanCandidate &other) {
    return cost.predicted < other.cost->predicted;
  });
  best.insert(worse, PlanCandidate{plan, cost});
  if (best.size() > kept)
    best.pop_back();
}

/// Returns the type of elements that a row of a tile is too short for, or null.
static Type findWideElement(const FusionGroup &group,
                            const desc::VariantInfo &variant) {
  auto isWide = [&](const StridedOperand &operand) {
    return variant.tileColumns(
               operand.getElementType().getIntOrFloatBitWidth()) == 0;
  };
  for (const StridedOperand &operand : llvm::concat<const StridedOperand>(
           group.inputs, group.epilogueInputs, group.outputs))
    if (isWide(operand))
      return operand.getElementType();
  return group.init && isWide(*group.init) ? group.init->getElementType()
                                           : Type();
}

FailureOr<PlanCandidate> matrix::planBlocks(FusionGroup &group,
                                            const desc::VariantInfo &variant,
                                            int64_t cores,
                                            MatchFailureRecorder &failures,
                                            PlanCandidates *candidates) {
  PlanCandidate result;
  BlockPlan &plan = result.plan;
  if (Type wide = findWideElement(group, variant))
    return failures.notifyMatchFailure(group.root)
           << "an element of " << wide << " does not fit a row of a tile of "
           << variant.tileRowBytes << " bytes";
  assignDimensionRoles(group, variant, plan);
  if (hasResidents(group))
    limitAccumulators(group, variant, cores, plan);
  BlockPlanner planner{group, variant, cores, plan};
  orderDims(group, variant, plan);
  int64_t capacity = getCapacity(group, variant);
  auto fail = [&]() -> FailureOr<PlanCandidate> {
    return failures.notifyMatchFailure(group.root)
           << "the smallest blocks need " << planner.footprint()
           << " bytes of scratchpad, of " << capacity;
  };
  if (!planner.chooseFirstBlocks(capacity))
    return fail();
  if (group.kind == FusionGroupKind::Contraction) {
    result.cost = planner.minimizeContraction(capacity, candidates);
    if (!std::isfinite(result.cost->predicted))
      return fail();
  } else if (reducesWindows(group, plan)) {
    result.cost = planner.minimizeWindows(capacity, candidates);
  } else {
    planner.growInnerBlocks(capacity);
    planner.growReducedBlocks(capacity);
  }
  plan.chooseBuffers(group, cores);
  plan.chooseMulticasts(group, variant);
  if (!result.cost)
    result.cost = estimateGroup(group, plan, variant, cores);
  if (candidates)
    for (PlanCandidate &candidate : candidates->best)
      candidate.plan.chooseMulticasts(group, variant);
  return result;
}
