//===- PlanAttributes.h - plans as attributes -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion between the plan of a fusion group and the attribute that
// represents it in MLIR. matrix-plan-fusion-groups writes the attribute, and
// matrix-lower-fusion-groups reads it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PLANATTRIBUTES_H
#define MATRIX_FRONTEND_LIB_PLANATTRIBUTES_H

#include "Plan/Groups/Blocking.h"

namespace matrix {

CostAttr getCostAttr(mlir::MLIRContext *context, const PlanCost &cost);

/// Returns the attribute of a plan for `cores` cores, with its cost if it has
/// one. `group` has the dimensions of the plan.
PlanAttr getPlanAttr(const FusionGroup &group, const PlanCandidate &candidate,
                     int64_t cores);

/// Reshapes the iteration space of the group for tiles and returns the plan of
/// the attribute. On failure, `failures` receives why the plan does not fit the
/// group or is impossible on the target.
mlir::FailureOr<BlockPlan> getBlockPlan(FusionGroup &group, PlanAttr attr,
                                        const desc::VariantInfo &variant,
                                        MatchFailureRecorder &failures);

/// Returns what a dimension is in the tiles of the plan.
LoopRole getLoopRole(const BlockPlan &plan, int dim);
/// Returns where the accumulators of a contraction or reduction are between the
/// steps of a result.
ValuePlace getAccumulatorPlace(const FusionGroup &group, const BlockPlan &plan);
/// Returns the loops of a plan, outermost first.
llvm::SmallVector<LoopAttr> getLoopAttrs(const FusionGroup &group,
                                         const BlockPlan &plan);
/// Returns the roles of the group's values in the order of a plan.
llvm::SmallVector<ValueRole> getValueRoles(const FusionGroup &group,
                                           const BlockPlan &plan);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PLANATTRIBUTES_H
