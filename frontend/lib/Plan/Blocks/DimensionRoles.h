//===- DimensionRoles.h - tile dimensions of fusion groups ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the assignment of loop dimensions to rows, columns and depth.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_DIMENSIONROLES_H
#define MATRIX_FRONTEND_LIB_DIMENSIONROLES_H

#include "Plan/Blocks/BlockPlan.h"

namespace matrix {

/// Merges and splits dimensions of the group to fill tiles, chooses rows,
/// columns and depth, and the numbers of column blocks and accumulators. May
/// exchange the operands of a contraction: lhs has the rows.
void assignDimensionRoles(FusionGroup &group, const desc::VariantInfo &variant,
                          BlockPlan &plan);

/// Chooses rows, columns and depth of a contraction. May exchange its operands.
void assignContractionRoles(FusionGroup &group, BlockPlan &plan);

/// Returns the column blocks in a tile of the narrowest element type.
int64_t countColumnBlocks(const FusionGroup &group);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DIMENSIONROLES_H
