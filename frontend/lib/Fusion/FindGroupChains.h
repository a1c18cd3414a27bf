//===- FindGroupChains.h - search for chains of groups ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search for fusion groups that form chains (GroupChain.h). Each chain
// grows greedily from one reduction, and is returned only if instructions of
// the target cover its code. Groups in no chain are left to the planner of
// single groups.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FINDGROUPCHAINS_H
#define MATRIX_FRONTEND_LIB_FINDGROUPCHAINS_H

#include "Feasibility/TileTrialSelection.h"
#include "Plan/Chains/GroupChain.h"

namespace matrix {

/// Returns whether a chain is possible at all.
bool hasReduction(llvm::ArrayRef<ChainMember> groups);

/// Returns the chains of the groups, as numbers of groups in program order.
/// Each group is in one chain at most; a chain has two groups at least. `trial`
/// decides whether instructions of the target cover the code of a chain.
std::vector<llvm::SmallVector<unsigned>>
findGroupChains(llvm::ArrayRef<ChainMember> groups,
                const desc::VariantInfo &variant, int64_t cores,
                TileTrialSelection &trial);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FINDGROUPCHAINS_H
