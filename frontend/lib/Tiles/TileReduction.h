//===- TileReduction.h - reductions within a tile ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions within one tile. The result has the shape of the tile, as
// instructions that reduce rows or columns return it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TILEREDUCTION_H
#define MATRIX_FRONTEND_LIB_TILEREDUCTION_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace matrix {

/// Reduces dimension `dim` of the tile (0: its rows, 1: its columns) from the
/// neutral element; every element receives the result.
mlir::Value reduceAlong(mlir::ImplicitLocOpBuilder &builder,
                        mlir::vector::CombiningKind kind, mlir::Value tile,
                        int64_t dim);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TILEREDUCTION_H
