//===- RowEmitter.h - vector code of a cluster ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWEMITTER_H
#define MATRIX_FRONTEND_LIB_ROWEMITTER_H

#include "RowCluster.h"
#include "mlir/IR/IRMapping.h"

namespace matrix {

/// Values from outside that bodies of the cluster use, constants aside.
llvm::SmallVector<mlir::Value> getCaptures(const RowCluster &cluster);

/// What contractions with results of that type accumulate in: narrow floats
/// round once, at the end.
mlir::Type getAccumulator(mlir::Type result);

/// Loops over blocks that compute the cluster into `output`. `outside` maps
/// tensors to buffers, and captured values. With `onlyBlocks`, packed copies
/// are left unwritten: enough to see whether instructions can be found.
void emitCluster(mlir::OpBuilder &builder, mlir::Location loc,
                 const RowCluster &cluster, const mlir::IRMapping &outside,
                 mlir::Value output, bool onlyBlocks);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWEMITTER_H
