//===- TileReduction.h - reductions of what is in a tile --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TILEREDUCTION_H
#define MATRIX_FRONTEND_LIB_TILEREDUCTION_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace matrix {

/// The tile with dimension `dim` reduced; every element gets the result.
mlir::Value reduceAlong(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::vector::CombiningKind kind, mlir::Value tile,
                        int64_t dim);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TILEREDUCTION_H
