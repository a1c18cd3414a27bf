//===- PlanVerifier.h - whether a plan is possible --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifies the attribute of a plan against its fusion group and the target.
// The requirements of the emitters of a group are verified here. Diagnostics
// state the number of the description that a plan violates.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PLANVERIFIER_H
#define MATRIX_FRONTEND_LIB_PLANVERIFIER_H

#include "Plan/Blocks/BlockPlan.h"

namespace matrix {

/// The functions are called in this order; each relies on those before. `plan`
/// has the roles of dimensions; the caller adds what has been verified.
class PlanVerifier {
public:
  PlanVerifier(const FusionGroup &group, const BlockPlan &plan, PlanAttr attr,
               const desc::VariantInfo &variant, MatchFailureRecorder &failures)
      : group(group), plan(plan), attr(attr), variant(variant),
        failures(failures) {}

  /// The loops are those of the group, in a valid order.
  mlir::LogicalResult verifyLoops();
  /// The accumulators fit the tile registers.
  mlir::LogicalResult verifyRegisters();
  /// Blocks are whole tiles and register blocks.
  mlir::LogicalResult verifyBlocks();
  /// The cores exist, and form the grid.
  mlir::LogicalResult verifyDivision();
  /// The values are those of the group, with buffers and semaphores.
  mlir::LogicalResult verifyValues();
  /// The buffers fit the scratchpad.
  mlir::LogicalResult verifyFootprint();

private:
  mlir::Diagnostic &fail() { return failures.notifyMatchFailure(group.root); }
  mlir::LogicalResult verifyValue(ValueAttr value, ValueRole role);
  mlir::LogicalResult verifyLoad(ValueAttr value, const StridedOperand &operand,
                                 int64_t &semaphores);
  /// Returns "rows, dim = 0" for diagnostics.
  std::string describe(LoopRole role, int64_t dim) const;

  const FusionGroup &group;
  const BlockPlan &plan;
  PlanAttr attr;
  const desc::VariantInfo &variant;
  MatchFailureRecorder &failures;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PLANVERIFIER_H
