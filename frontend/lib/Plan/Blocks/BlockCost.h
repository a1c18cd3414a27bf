//===- BlockCost.h - cycles of a blocked contraction ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost function of contractions: the predicted cycles of a plan, by which
// the search compares blocks and grids, and which `--emit=plan` prints. It is
// an estimate from parameters of the description and of selected instructions,
// not a simulation.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKCOST_H
#define MATRIX_FRONTEND_LIB_BLOCKCOST_H

#include "RegisterBlocks.h"
#include <cmath>

namespace matrix {

/// Returns the cycles of a product of tiles.
double getProductCycles(const FusionGroup &group,
                        const desc::VariantInfo &variant);

/// Returns the cycles in which a block of an operand is transposed in the
/// scratchpad, 0 if it is not.
double getTranspositionCycles(const FusionGroup &group, const BlockPlan &plan,
                              const desc::VariantInfo &variant,
                              const StridedOperand &operand, int rowDim);

/// Cycles of the instructions in the inner loop of a contraction.
struct ContractionRates {
  double product, latency; ///< a product of tiles; until its result is ready
  double lhsLoad, rhsLoad; ///< a tile of an operand
  double load, store;      ///< an accumulator
  EpilogueCost epilogue;
  double blockOverhead; ///< of a register block with an epilogue

  ContractionRates(const FusionGroup &group, const BlockPlan &plan,
                   const desc::VariantInfo &variant);

  /// Returns the cycles between the last product of one tile of depth and the
  /// first one of the next for an operand that both of them read: it is loaded
  /// again after the last product. Zero if a register block has several rows
  /// and columns of accumulators.
  double exposedLoad(int64_t rows, int64_t cols) const;

private:
  double loadLatency;
  double getDrain() const;
};

/// Cycles of the core with the most work: in the contraction pipe, of loads in
/// the load pipe, of transfers, and of the whole.
struct PlanCost {
  double products = 0, loads = 0, dram = 0, predicted = HUGE_VAL;
  /// Cycles of the core with the most blocks, without transfers.
  double compute = HUGE_VAL;
  /// Whether register blocks are ordered in sequences (chooseOrdered()).
  bool isOrdered = false;

  /// Returns the largest of the three, or latency if the rest is longer.
  PlanLimit limit() const {
    double largest = std::max({products, loads, dram});
    if (predicted - largest > largest)
      return PlanLimit::Latency;
    return largest == products ? PlanLimit::Products
           : largest == loads  ? PlanLimit::Loads
                               : PlanLimit::Dram;
  }
};

/// Estimates the cycles of a contraction with the blocks and accumulators of
/// `plan` on that many cores.
PlanCost estimateCycles(const FusionGroup &group, const BlockPlan &plan,
                        const ContractionRates &rates,
                        const desc::VariantInfo &variant, int64_t cores);
inline PlanCost estimateCycles(const FusionGroup &group, const BlockPlan &plan,
                               const desc::VariantInfo &variant,
                               int64_t cores) {
  return estimateCycles(group, plan, ContractionRates(group, plan, variant),
                        variant, cores);
}

/// Returns whether the last column's operand of a register block is loaded
/// after the first product of its tile of depth, rather than after the last
/// product of the tile before. There, the load would wait for that of the last
/// row's operand, and the first product for both: instructions issue in order.
bool loadsLastColumnLate(const FusionGroup &group, const BlockPlan &plan,
                         const desc::VariantInfo &variant);

/// Returns whether the operand of the first row is loaded one product after its
/// last use: the load of a column takes as long as two products.
bool loadsFirstRowLater(const FusionGroup &group, const BlockPlan &plan,
                        const desc::VariantInfo &variant);

/// The parts of equal numbers of rows in which a core computes its first step,
/// which then does not wait for the whole block of the left operand, and its
/// last one, which stores each part while it computes the next. 1 if that takes
/// as long; otherwise equal, unless they are continuous.
struct StepParts {
  int64_t first = 1, last = 1;
  /// Whether a core starts the loads of its second step when the blocks of the
  /// first one have arrived, so that they delay no first blocks of other cores.
  bool awaitsFirst = false;
  /// Whether register blocks overlap across parts: loads are awaited and stores
  /// started between register blocks, and a step is not divided otherwise.
  bool isContinuous = false;
  /// Whether a step starts the loads of the next one after those of its first
  /// tiles, which hide the code, rather than before it waits for its own.
  bool prefetchesLate = false;

  int64_t count() const { return std::max(first, last); }
};
StepParts chooseStepParts(const FusionGroup &group, const BlockPlan &plan,
                          const ContractionRates &rates,
                          const desc::VariantInfo &variant, int64_t cores,
                          bool overlapsBlocks);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKCOST_H
