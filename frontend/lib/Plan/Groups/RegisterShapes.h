//===- RegisterShapes.h - alternatives of register blocks -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The register block of a contraction is chosen for the whole result
// (DimensionRoles.h). The blocks of a core are multiples of it, so that another
// shape may divide the tiles more evenly: 3 x 7 tiles of a core are 2 x 4
// register blocks of 2 x 2, but 1 x 7 of 3 x 1.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_REGISTERSHAPES_H
#define MATRIX_FRONTEND_LIB_REGISTERSHAPES_H

#include "Plan/Blocks/BlockCost.h"

namespace matrix {

/// The accumulators of a register block, in tiles.
struct RegisterShape {
  int64_t rows, cols;
};

/// Returns the shapes of register blocks that are always tried, the present one
/// first. Those of convolutions decide which blocks are possible, and whether
/// images are transposed.
llvm::SmallVector<RegisterShape>
getRegisterShapes(const FusionGroup &group, const BlockPlan &plan,
                  const desc::VariantInfo &variant);

/// Returns whether the core with the most products has many more than its share
/// of all tiles. `cost`: of the plan.
bool dividesUnevenly(const FusionGroup &group, const BlockPlan &plan,
                     const PlanCost &cost, const desc::VariantInfo &variant,
                     int64_t cores);

/// Returns all shapes for which there are registers, with enough accumulators
/// to hide latencies.
llvm::SmallVector<RegisterShape>
getOtherShapes(const FusionGroup &group, const BlockPlan &plan,
               const desc::VariantInfo &variant);

/// Returns whether a plan computes in 10 % fewer cycles than another one, and
/// is predicted to take at most 1 % more. Predictions count DRAM, from which
/// nothing comes that allocation keeps in scratchpads. Ordered sequences hide
/// latencies in another way, which the cost function does not compare.
bool isEvener(const PlanCost &cost, const PlanCost &other);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_REGISTERSHAPES_H
