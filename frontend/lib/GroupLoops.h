//===- GroupLoops.h - the loop of a group over its blocks ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_GROUPLOOPS_H
#define MATRIX_FRONTEND_LIB_GROUPLOOPS_H

#include "BlockEmitter.h"

namespace matrix {

/// Emits, for `context` whose blocks have their tensors' memory:
///
///   start loads of step 0
///   for step:
///     start loads of step + 1 into the other slots
///     wait for this step's loads
///     accumulate
///     if last of a result: wait until the stores' slots are free,
///                          finish, start stores
///   wait for stores; barrier
///
/// Core c of n takes pieces c, c + n, ... of the work.
void emitGroupLoop(mlir::OpBuilder &builder, mlir::Location loc,
                   GroupContext &context, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_GROUPLOOPS_H
