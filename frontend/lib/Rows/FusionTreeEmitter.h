//===- FusionTreeEmitter.h - vector code of fusion trees --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emission of loops over blocks and vector operations for a tree. The loops
// are sequential; unrollSteps() transforms them afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSIONTREEEMITTER_H
#define MATRIX_FRONTEND_LIB_FUSIONTREEEMITTER_H

#include "FusionTree.h"
#include "mlir/IR/IRMapping.h"

namespace matrix {

/// Returns the non-constant values from outside that bodies of the tree use.
llvm::SmallVector<mlir::Value> getCaptures(const FusionTree &tree);

/// Returns the accumulator type of contractions: narrow floats are rounded once
/// at the end.
mlir::Type getAccumulator(mlir::Type result);

/// Emits loops over blocks that compute the tree into `output`. `outside` maps
/// tensors to buffers and captured values. With `skipCopies`, packed copies are
/// not written, which suffices for trial selection.
void emitFusionTree(mlir::ImplicitLocOpBuilder &builder, const FusionTree &tree,
                    const mlir::IRMapping &outside, mlir::Value output,
                    bool skipCopies);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSIONTREEEMITTER_H
