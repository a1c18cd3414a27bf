//===- PlanCandidates.h - plans to be measured ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selection of the plans of a group that are worth a measurement by
// matrix-tune, and their text in remarks. Each candidate passes the
// verification of plans that --plan reads, so that matrix-tune can compile all
// of them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PLANCANDIDATES_H
#define MATRIX_FRONTEND_LIB_PLANCANDIDATES_H

#include "Plan/Groups/Blocking.h"
#include "PlanFile.h"

namespace matrix {

/// Returns up to `maximum` different plans of a group, each verified. The first
/// is `chosen`, the plan of the search, which has reshaped `group`; the others
/// are the best by the cost function or, in a group without one, have blocks of
/// half or twice the extents.
llvm::SmallVector<PlanAttr> getPlanCandidates(const NamedGroup &named,
                                              const FusionGroup &group,
                                              const PlanCandidate &chosen,
                                              const PlanCandidates &found,
                                              const desc::VariantInfo &variant,
                                              int64_t cores, unsigned maximum);

/// Returns a plan and its predicted cost in one line.
std::string describePlan(PlanAttr plan);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PLANCANDIDATES_H
