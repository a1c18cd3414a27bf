//===- StagedOperationEmitter.h - code of staged operations -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emission of transfers around a Linalg operation on blocks, which all
// cores execute. The caller provides the barriers before and after it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STAGEDOPERATIONEMITTER_H
#define MATRIX_FRONTEND_LIB_STAGEDOPERATIONEMITTER_H

#include "StagedOperation.h"

namespace matrix {

/// Replaces the operation by loops over its blocks, with operations on buffers
/// in the scratchpad whose iterations are marked as interleaved.
void emitStagedOperation(const StagedOperation &plan, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STAGEDOPERATIONEMITTER_H
