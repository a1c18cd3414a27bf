//===- WindowRoles.h - inner dimensions of convolutions ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the assignment of the loop dimensions of contractions with windows.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WINDOWROLES_H
#define MATRIX_FRONTEND_LIB_WINDOWROLES_H

#include "Plan/Blocks/BlockPlan.h"

namespace matrix {

/// Chooses rows, columns and depth of a contraction that moves windows over an
/// image, and their inner dimensions: the windows are part of the depth, rows
/// of the image of rows or columns. Zeros that pad an operand are left to
/// transfers. Returns false, and changes nothing, if it is another group, or if
/// no tile load reads the operands.
bool assignWindowRoles(FusionGroup &group, const desc::VariantInfo &variant,
                       BlockPlan &plan);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WINDOWROLES_H
