//===- TileChains.h - tiles put together from column blocks -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_TILECHAINS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_TILECHAINS_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace matrix {

/// The first column of the block.
int64_t columnOf(mlir::vector::InsertStridedSliceOp op);
int64_t columnOf(mlir::vector::ExtractStridedSliceOp op);

/// Inserts that together write all of a tile, the last one first; empty if
/// something of the first tile is left, or a step is needed elsewhere.
llvm::SmallVector<mlir::vector::InsertStridedSliceOp>
findChain(mlir::vector::InsertStridedSliceOp last);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_TILECHAINS_H
