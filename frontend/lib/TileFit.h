//===- TileFit.h - whether the target's tiles can compute a group --------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TILEFIT_H
#define MATRIX_FRONTEND_LIB_TILEFIT_H

#include "TileTrial.h"

namespace matrix {

/// Whether instructions of the target cover everything that the group's tile
/// code would do: `trial` decides, after checks that its code can be emitted.
/// Asks the generated tables, never names an instruction. Failure leaves the
/// reason in `why`.
mlir::LogicalResult checkFit(const Group &group, const BlockPlan &plan,
                             const desc::VariantInfo &variant, TileTrial &trial,
                             std::string &why);

/// Whether its tile code can be emitted at all, selected or not.
mlir::LogicalResult checkForms(const Group &group, const BlockPlan &plan,
                               const desc::VariantInfo &variant,
                               std::string &why);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TILEFIT_H
