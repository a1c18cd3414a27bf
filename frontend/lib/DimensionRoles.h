//===- DimensionRoles.h - which dimensions lie in tiles ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_DIMENSIONROLES_H
#define MATRIX_FRONTEND_LIB_DIMENSIONROLES_H

#include "Blocking.h"

namespace matrix {

/// Merges and splits dimensions of the group so that tiles fill well, chooses
/// rows, columns and depth, and how many parts and registers go together. The
/// operands of a contraction may change places: lhs has the rows.
void assignRoles(Group &group, const desc::VariantInfo &variant,
                 BlockPlan &plan);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DIMENSIONROLES_H
