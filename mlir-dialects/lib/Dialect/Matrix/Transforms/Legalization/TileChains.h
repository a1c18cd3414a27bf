//===- TileChains.h - tiles assembled from column blocks --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains of vector.insert_strided_slice that assemble a tile. Each insertion
// writes one column block into the result of the one before:
//
//   t1 = insert b0, t0 [0, 0]     t2 = insert b1, t1 [0, C]     ...
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_TILECHAINS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_TILECHAINS_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace matrix {

/// Returns the first column of the block.
int64_t columnOf(mlir::vector::InsertStridedSliceOp op);
int64_t columnOf(mlir::vector::ExtractStridedSliceOp op);

/// Returns the insertions that together overwrite a whole tile, in reverse
/// order. Empty if a block of the initial tile remains, or if an intermediate
/// value has other users.
llvm::SmallVector<mlir::vector::InsertStridedSliceOp>
findChain(mlir::vector::InsertStridedSliceOp last);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_TILECHAINS_H
