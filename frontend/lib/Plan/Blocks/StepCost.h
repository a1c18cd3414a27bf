//===- StepCost.h - cycles of register blocks -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cycles in which a step of a contraction computes its register blocks.
// Loads, products and epilogues of a step overlap as far as the plan permits;
// the cost function of contractions (BlockCost.h) adds transfers.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STEPCOST_H
#define MATRIX_FRONTEND_LIB_STEPCOST_H

#include "BlockCost.h"
#include <cmath>
#include <memory>

namespace matrix {

/// Returns the cycles of two activities that overlap: the longer one, and more
/// if both take about as long, because neither is regular. With a higher norm,
/// it is less.
template <int Norm = 4> double join(double a, double b) {
  return std::pow(std::pow(a, Norm) + std::pow(b, Norm), 1.0 / Norm);
}

struct StepCost {
  /// With the narrower register blocks at the end of rows, if they take fewer
  /// cycles.
  StepCost(const FusionGroup &group, const BlockPlan &plan,
           const ContractionRates &rates, const desc::VariantInfo &variant);

  /// Returns the columns of tiles of a narrower register block at the end of
  /// each row of register blocks; 0: all have the same shape.
  int64_t getNarrowColumns() const;
  /// Returns the first column of those, in elements of the block.
  int64_t getFirstNarrow() const { return extents.cols; }
  void ignoreNarrow();

  double accumulators() const {
    return double(plan.accumulatorRows * plan.accumulatorCols);
  }
  double depthTiles() const;
  double registerBlocks() const;
  /// Returns the cycles of all products, and of all loads, of a step.
  double products() const;
  double loads() const;
  /// Returns the cycles of loads of the operands of a register block.
  double operandLoads() const {
    return double(plan.accumulatorRows) * rates.lhsLoad +
           double(plan.accumulatorCols) * rates.rhsLoad;
  }
  /// Returns the cycles of loads of spilled accumulators.
  double reloads() const { return steps > 1 ? accumulators() * rates.load : 0; }

  /// Returns the cycles of a tile of depth of a register block.
  double iterationCycles() const;
  double stepCycles() const;
  /// Returns the cycles of a result block beside its steps. If register blocks
  /// overlap, only the epilogue of the last one, and what exceeds the products
  /// beside the others. If sequences of them are ordered, what exceeds their
  /// products. Otherwise, all tiles pass through the epilogue, and are
  /// stored once, or initialized; spilled ones are copied unless they are in
  /// the block of the result.
  double resultCycles() const;

  const FusionGroup &group;
  const BlockPlan &plan;
  const ContractionRates &rates;
  const desc::VariantInfo &variant;
  double steps;   ///< of a result
  double ordered; ///< register blocks of a sequence: chooseOrdered()
  double overlap; ///< countOverlap(); 0 if ordered

private:
  struct Narrow;

  StepCost(const FusionGroup &group, const BlockPlan &plan,
           const ContractionRates &rates, const desc::VariantInfo &variant,
           const RegisterBlockExtents &extents);
  void chooseNarrow();
  double ownStepCycles() const;
  double ownResultCycles() const;
  double productCycles() const;
  double orderedProducts() const;
  double restart() const;

  RegisterBlockExtents extents; ///< of the register blocks of the plan
  std::shared_ptr<Narrow> narrow;
};

/// The narrower register blocks at the end of rows.
struct StepCost::Narrow {
  BlockPlan plan;
  StepCost cost;

  Narrow(const StepCost &whole, int64_t columns,
         const RegisterBlockExtents &extents)
      : plan(getNarrow(whole.plan, columns)),
        cost(whole.group, plan, whole.rates, whole.variant, extents) {}
  Narrow(const Narrow &) = delete; // the cost refers to the plan

  static BlockPlan getNarrow(BlockPlan plan, int64_t columns) {
    plan.accumulatorCols = columns;
    return plan;
  }
};

/// Returns the cycles of an accumulator over all of the depth, of which each
/// tile takes `iteration`, with its epilogue. A step is assumed to have half of
/// the register blocks, so that transfers overlap.
double countAccumulatorCycles(const FusionGroup &group, const BlockPlan &plan,
                              const ContractionRates &rates, double iteration,
                              const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STEPCOST_H
