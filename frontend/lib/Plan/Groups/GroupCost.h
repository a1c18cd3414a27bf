//===- GroupCost.h - cycles of groups without products ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the cost function of elementwise groups and reductions. It predicts
// the cycles of computation and transfers of a plan, by which plans are
// compared.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_GROUPCOST_H
#define MATRIX_FRONTEND_LIB_GROUPCOST_H

#include "Plan/Blocks/BlockCost.h"

namespace matrix {

/// Returns the cost of a group with the given plan, whatever its kind.
PlanCost estimateGroup(const FusionGroup &group, const BlockPlan &plan,
                       const desc::VariantInfo &variant, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_GROUPCOST_H
