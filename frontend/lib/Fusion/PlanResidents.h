//===- PlanResidents.h - values between launches ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choice of the values that stay in the scratchpads between launches,
// instead of a store to DRAM and loads in the next launches. The choice is
// greedy by size: a value becomes resident only if the predicted cycles of the
// launches from its definition to its last use decrease. Marks and plans are
// attributes of the groups' roots; those of a rejected choice are restored.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PLANRESIDENTS_H
#define MATRIX_FRONTEND_LIB_PLANRESIDENTS_H

#include "Plan/PlanFile.h"
#include "matrix/Description/Variants.h"

namespace matrix {

/// Makes values resident if that takes fewer predicted cycles: changes the
/// plans of groups, except those that `isPrescribed`, and marks their roots.
void planResidents(llvm::ArrayRef<NamedGroup> groups,
                   const desc::VariantInfo &variant, int64_t cores,
                   llvm::function_ref<bool(const NamedGroup &)> isPrescribed);

/// Verifies the marks of prescribed plans. Calls `fail` with the root of a
/// group whose marks are wrong, and the reason.
llvm::LogicalResult
verifyResidents(llvm::ArrayRef<NamedGroup> groups,
                llvm::function_ref<llvm::LogicalResult(mlir::linalg::GenericOp,
                                                       const llvm::Twine &)>
                    fail);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PLANRESIDENTS_H
