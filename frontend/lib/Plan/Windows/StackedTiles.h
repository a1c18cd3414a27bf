//===- StackedTiles.h - loads that several windows share --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of the result in image rows below each other have windows that overlap:
// of windows of 3 x 3 that move by one row, a tile of the image is part of
// three. Combined in the order of the image, it is loaded once.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STACKEDTILES_H
#define MATRIX_FRONTEND_LIB_STACKEDTILES_H

#include "Plan/Blocks/WindowReduction.h"

namespace matrix {

/// Changes the schedule if tiles below each other can share loads, and the
/// registers suffice. Each tile combines its taps in the same order as without.
void stackTiles(const FusionGroup &group, const BlockPlan &plan,
                const desc::VariantInfo &variant, TapSchedule &schedule);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STACKEDTILES_H
