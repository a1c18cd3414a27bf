//===- DimensionRoles.h - tile dimensions of fusion groups ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The assignment of loop dimensions to rows, columns and depth, the first step
// of planning. It depends on the group and the variant only, so that it gives
// the same roles when a plan is searched and when its attribute is read.
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

//===----------------------------------------------------------------------===//
// AccumulatorShape.cpp
//===----------------------------------------------------------------------===//

/// Returns the column blocks in a tile of the narrowest element type.
int64_t countColumnBlocks(const FusionGroup &group);

/// Chooses the register block of a contraction whose roles are known, of at
/// most `maximumRows` rows of tiles. Its columns are a power of two, or with
/// `fillsColumns` any number that divides those of the result.
void chooseAccumulators(const FusionGroup &group,
                        const desc::VariantInfo &variant, BlockPlan &plan,
                        int64_t maximumRows = INT64_MAX,
                        bool fillsColumns = false);

//===----------------------------------------------------------------------===//
// Plan/Windows/WindowRoles.cpp
//===----------------------------------------------------------------------===//

/// Chooses the dimensions of a contraction with windows that become rows,
/// columns and depth: adjacent elements of the result, and the widest reduction
/// that is not part of a window. Returns false if the group has no windows.
bool selectWindowDims(FusionGroup &group);

/// Chooses rows, columns and depth of a contraction that moves windows over an
/// image, and their inner dimensions: the windows are part of the depth, rows
/// of the image of rows or columns. Zeros that pad an operand are left to
/// transfers. Returns false, and changes nothing, if it is another group, or if
/// no tile load reads the operands.
bool assignWindowRoles(FusionGroup &group, const desc::VariantInfo &variant,
                       BlockPlan &plan);

/// Chooses rows and columns of a copy that transposes a short contiguous
/// dimension of its input, as the window of a filter: rows are this dimension,
/// and columns that of the result. Blocks have several of the inner dimensions,
/// so that transfers are long. Returns false, and changes nothing, if it is
/// another group.
bool assignTransposeRoles(FusionGroup &group, const desc::VariantInfo &variant,
                          BlockPlan &plan);

//===----------------------------------------------------------------------===//
// LoopOrder.cpp
//===----------------------------------------------------------------------===//

/// Sets the distributed and the sequential dimensions of a plan.
void orderDims(const FusionGroup &group, const desc::VariantInfo &variant,
               BlockPlan &plan);

/// Calls `body` with each grid of all cores over the distributed dimensions of
/// the plan. Only blocks of tile dimensions may be empty.
void forEachGrid(BlockPlan &plan, int64_t cores,
                 llvm::function_ref<void()> body);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DIMENSIONROLES_H
