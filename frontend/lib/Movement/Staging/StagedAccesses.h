//===- StagedAccesses.h - accesses of a block of iterations -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analysis of what consecutive iterations of one loop access: indexing maps
// of operands, and indices of loads in the body. Loads of one memref whose
// index in one dimension is the loop's share an access.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STAGEDACCESSES_H
#define MATRIX_FRONTEND_LIB_STAGEDACCESSES_H

#include "StagedOperation.h"

namespace matrix {

/// Returns the accesses of a block of loop `loop`, none of them staged; nothing
/// if an operand is indexed by the loop in several dimensions or not linearly.
std::optional<llvm::SmallVector<StagedAccess>>
findAccesses(mlir::linalg::GenericOp op, int64_t loop);

/// Returns whether DMA can transfer blocks of the access: it is contiguous.
bool mayStage(mlir::Operation *op, const StagedAccess &access);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STAGEDACCESSES_H
