//===- Blocking.h - choice of blocks ----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search for blocks, buffers and a grid of cores. The best candidates are
// kept for matrix-tune, which measures them, and for remarks.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKING_H
#define MATRIX_FRONTEND_LIB_BLOCKING_H

#include "Plan/Blocks/BlockCost.h"
#include <vector>

namespace matrix {

/// A plan and, of contractions and reductions over windows, its cost.
struct PlanCandidate {
  BlockPlan plan;
  std::optional<PlanCost> cost;
};

/// The best of the plans that were considered.
struct PlanCandidates {
  explicit PlanCandidates(unsigned kept) : kept(kept) {}

  /// Counts a plan, and keeps it if it is among the best. Plans with equal
  /// blocks and grids are kept once.
  void add(const BlockPlan &plan, const PlanCost &cost);

  unsigned kept;                   ///< at most
  std::vector<PlanCandidate> best; ///< by predicted cycles
  int64_t number = 0;              ///< of plans that fit the scratchpad
};

/// Reshapes the iteration space of the group for tiles and divides it into
/// blocks that fit the scratchpad. On failure, `failures` receives the required
/// and available sizes. `candidates` receives the plans that the cost function
/// compared; it stays empty for groups without one.
mlir::FailureOr<PlanCandidate> planBlocks(FusionGroup &group,
                                          const desc::VariantInfo &variant,
                                          int64_t cores,
                                          MatchFailureRecorder &failures,
                                          PlanCandidates *candidates = nullptr);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKING_H
