//===- TileFeasibility.h - feasibility of fusion groups ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks whether the tile code of a group can be emitted and selected. A group
// is marked only after them, so that it can be lowered.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TILEFEASIBILITY_H
#define MATRIX_FRONTEND_LIB_TILEFEASIBILITY_H

#include "TileTrialSelection.h"

namespace matrix {

/// Checks whether instructions of the target cover the tile code of the group.
/// `trial` decides after checks that the code can be emitted. On failure,
/// `failures` receives the reason.
mlir::LogicalResult checkFeasibility(const FusionGroup &group,
                                     const BlockPlan &plan,
                                     const desc::VariantInfo &variant,
                                     TileTrialSelection &trial,
                                     MatchFailureRecorder &failures);

/// Checks whether tile code of the group can be emitted, regardless of
/// selection.
mlir::LogicalResult checkEmittable(const FusionGroup &group,
                                   const BlockPlan &plan,
                                   const desc::VariantInfo &variant,
                                   MatchFailureRecorder &failures);

/// Returns whether instructions of the target compute an operation of a body by
/// itself, whose operands tiles hold.
bool computesOnTiles(mlir::Operation *op, const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TILEFEASIBILITY_H
