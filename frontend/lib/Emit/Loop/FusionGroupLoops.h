//===- FusionGroupLoops.h - loop over the blocks of a group -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop of a launch over the blocks of a group or of a chain: transfers, and
// calls of the emitter of its tile code (BlockEmitter.h). Plans have the
// properties that PlanVerifier.h verifies.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSIONGROUPLOOPS_H
#define MATRIX_FRONTEND_LIB_FUSIONGROUPLOOPS_H

#include "Emit/BlockEmitter.h"

namespace matrix {

/// Emits the loop of `context`, whose blocks refer to their tensors' memory:
///
///   start loads of step 0
///   for step:
///     start loads of step + 1 into the other buffers
///     wait for this step's loads
///     accumulate
///     if last of a result: wait until the stores' buffers are free,
///                          finish, start stores
///   wait for stores; barrier
///
/// Core c of n computes pieces c, c + n, ... of the work.
void emitFusionGroupLoop(mlir::ImplicitLocOpBuilder &builder,
                         FusionGroupContext &context, int64_t cores);
/// As above; `boundary` is the context of the chain's loads and stores.
void emitGroupChainLoop(mlir::ImplicitLocOpBuilder &builder,
                        FusionGroupContext &boundary, const GroupChain &chain,
                        int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSIONGROUPLOOPS_H
